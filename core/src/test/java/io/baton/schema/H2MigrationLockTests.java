package io.baton.schema;

import io.baton.testing.TestDatabase;

class H2MigrationLockTests extends MigrationLockContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
