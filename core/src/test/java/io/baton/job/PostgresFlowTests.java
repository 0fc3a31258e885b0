package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresFlowTests extends FlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
