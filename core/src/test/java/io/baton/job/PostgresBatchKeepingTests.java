package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchKeepingTests extends BatchKeepingContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
