package io.baton.job;

import io.baton.testing.TestDatabase;

class H2ChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
