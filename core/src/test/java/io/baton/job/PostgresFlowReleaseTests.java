package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresFlowReleaseTests extends FlowReleaseContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
