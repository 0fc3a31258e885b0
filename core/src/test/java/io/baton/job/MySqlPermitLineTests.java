package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlPermitLineTests extends PermitLineContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
