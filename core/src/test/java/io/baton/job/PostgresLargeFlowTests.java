package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresLargeFlowTests extends LargeFlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
