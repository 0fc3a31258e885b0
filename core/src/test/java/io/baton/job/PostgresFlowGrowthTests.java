package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresFlowGrowthTests extends FlowGrowthContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
