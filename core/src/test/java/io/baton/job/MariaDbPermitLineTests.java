package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbPermitLineTests extends PermitLineContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
