package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresOriginalBatchTests extends OriginalBatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
