package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresPermitRepairTests extends PermitRepairContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
