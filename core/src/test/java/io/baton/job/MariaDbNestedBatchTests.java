package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbNestedBatchTests extends NestedBatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
