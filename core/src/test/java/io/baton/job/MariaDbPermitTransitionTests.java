package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbPermitTransitionTests extends PermitTransitionContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
