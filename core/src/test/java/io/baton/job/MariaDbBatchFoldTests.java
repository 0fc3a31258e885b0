package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchFoldTests extends BatchFoldContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
