package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbUniqueTests extends UniqueContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
