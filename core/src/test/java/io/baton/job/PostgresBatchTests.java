package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchTests extends BatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
