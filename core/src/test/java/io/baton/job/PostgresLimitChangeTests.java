package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresLimitChangeTests extends LimitChangeContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
