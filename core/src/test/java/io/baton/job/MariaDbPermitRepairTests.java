package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbPermitRepairTests extends PermitRepairContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
