package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresNestedBatchTests extends NestedBatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
