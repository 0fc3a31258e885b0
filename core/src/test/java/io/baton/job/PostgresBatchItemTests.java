package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchItemTests extends BatchItemContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
