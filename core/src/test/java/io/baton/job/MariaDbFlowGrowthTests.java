package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbFlowGrowthTests extends FlowGrowthContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
