package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresTransitionTests extends TransitionContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
