package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbTransitionTests extends TransitionContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
