package io.baton.recurring;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlRecurringTests extends RecurringContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
