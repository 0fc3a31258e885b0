package io.baton.job;

import io.baton.testing.TestDatabase;

class H2PermitTransitionTests extends PermitTransitionContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }
}
