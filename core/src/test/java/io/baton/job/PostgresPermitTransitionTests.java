package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresPermitTransitionTests extends PermitTransitionContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
