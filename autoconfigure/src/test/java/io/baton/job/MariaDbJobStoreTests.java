package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbJobStoreTests extends JobStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
