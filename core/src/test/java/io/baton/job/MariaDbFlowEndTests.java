package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbFlowEndTests extends FlowEndContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
