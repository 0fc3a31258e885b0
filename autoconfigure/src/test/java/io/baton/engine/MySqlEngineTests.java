package io.baton.engine;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
