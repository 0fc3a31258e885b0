package io.baton.job;

import io.baton.testing.TestDatabase;

class MySqlPermitTransitionTests extends PermitTransitionContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.MYSQL);
    }
}
