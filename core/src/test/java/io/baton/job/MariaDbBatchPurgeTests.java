package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchPurgeTests extends BatchPurgeContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
