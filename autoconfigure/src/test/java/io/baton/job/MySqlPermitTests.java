package io.baton.job;

import io.baton.testing.TestDatabase;

class MySqlPermitTests extends PermitContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
