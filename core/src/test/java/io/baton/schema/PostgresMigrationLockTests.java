package io.baton.schema;

import io.baton.testing.TestDatabase;

class PostgresMigrationLockTests extends MigrationLockContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
