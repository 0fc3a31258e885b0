package io.baton.schema;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlMigrationLockTests extends MigrationLockContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
