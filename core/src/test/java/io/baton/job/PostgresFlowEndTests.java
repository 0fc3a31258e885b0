package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresFlowEndTests extends FlowEndContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
