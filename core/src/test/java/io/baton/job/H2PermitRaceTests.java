package io.baton.job;

import io.baton.testing.TestDatabase;

class H2PermitRaceTests extends PermitRaceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL";
    }
}
