package io.baton.job;

import io.baton.testing.TestDatabase;

class H2RateTests extends RateContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }
}
