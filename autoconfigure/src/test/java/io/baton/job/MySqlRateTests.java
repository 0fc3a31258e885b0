package io.baton.job;

import io.baton.testing.TestDatabase;

class MySqlRateTests extends RateContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
