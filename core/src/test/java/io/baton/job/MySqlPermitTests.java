package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlPermitTests extends PermitContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
