package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbRateTests extends RateContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MARIADB);
    }
}
