package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresPermitLineTests extends PermitLineContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.POSTGRES);
    }
}
