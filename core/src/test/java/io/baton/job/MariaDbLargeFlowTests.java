package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbLargeFlowTests extends LargeFlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
