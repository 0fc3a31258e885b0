package io.baton.job;

import io.baton.testing.TestDatabase;

class H2LimitChangeTests extends LimitChangeContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }
}
