package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlTransitionTests extends TransitionContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }
}
