package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbUniqueRepeatedIdsTests extends UniqueRepeatedIdsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
