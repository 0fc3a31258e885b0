package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbPermitTests extends PermitContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
