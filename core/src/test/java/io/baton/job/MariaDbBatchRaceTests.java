package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbBatchRaceTests extends BatchRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }
}
