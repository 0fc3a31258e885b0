package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbHeldFlowRowsTests extends HeldFlowRowsContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
