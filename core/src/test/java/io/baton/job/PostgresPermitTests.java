package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresPermitTests extends PermitContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
