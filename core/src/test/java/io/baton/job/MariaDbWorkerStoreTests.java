package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbWorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.MARIADB);
    }
}
