package io.baton.job;

import io.baton.testing.TestDatabase;

class H2PermitTests extends PermitContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }
}
