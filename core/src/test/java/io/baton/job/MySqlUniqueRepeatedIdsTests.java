package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlUniqueRepeatedIdsTests extends UniqueRepeatedIdsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
