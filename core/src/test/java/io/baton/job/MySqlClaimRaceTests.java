package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlClaimRaceTests extends MariaDbClaimRaceTests {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
