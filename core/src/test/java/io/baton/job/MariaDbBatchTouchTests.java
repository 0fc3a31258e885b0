package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchTouchTests extends BatchTouchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
