package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresRateTests extends RateContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
