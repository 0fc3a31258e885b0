package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbLimitChangeTests extends LimitChangeContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
