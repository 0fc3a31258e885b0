package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchPurgeTests extends BatchPurgeContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
