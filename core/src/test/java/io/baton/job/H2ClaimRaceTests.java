package io.baton.job;

import io.baton.testing.TestDatabase;

class H2ClaimRaceTests extends ClaimRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
