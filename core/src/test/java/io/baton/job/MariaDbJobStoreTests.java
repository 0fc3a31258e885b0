package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbJobStoreTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.MARIADB);
    }
}
