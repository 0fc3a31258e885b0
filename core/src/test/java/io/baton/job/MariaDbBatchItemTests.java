package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchItemTests extends BatchItemContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
