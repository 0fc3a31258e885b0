package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchFoldTests extends BatchFoldContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
