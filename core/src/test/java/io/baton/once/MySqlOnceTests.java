package io.baton.once;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlOnceTests extends OnceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
