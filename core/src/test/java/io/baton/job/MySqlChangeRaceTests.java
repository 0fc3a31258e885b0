package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
