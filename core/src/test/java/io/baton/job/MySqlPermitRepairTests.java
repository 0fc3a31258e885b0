package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlPermitRepairTests extends PermitRepairContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
