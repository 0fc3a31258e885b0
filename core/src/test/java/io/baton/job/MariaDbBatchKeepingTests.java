package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchKeepingTests extends BatchKeepingContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
