package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbOriginalBatchTests extends OriginalBatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
