package io.baton.job;

import io.baton.testing.TestDatabase;

class H2TransitionTests extends TransitionContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
