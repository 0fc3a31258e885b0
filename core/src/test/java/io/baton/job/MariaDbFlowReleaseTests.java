package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbFlowReleaseTests extends FlowReleaseContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
