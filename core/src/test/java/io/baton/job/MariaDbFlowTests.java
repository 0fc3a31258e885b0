package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbFlowTests extends FlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
