package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlUniqueTests extends UniqueContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
