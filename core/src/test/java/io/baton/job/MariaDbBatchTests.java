package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchTests extends BatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
