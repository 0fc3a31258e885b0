package io.baton.schema;

import io.baton.testing.TestDatabase;

class MariaDbMigrationLockTests extends MigrationLockContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
