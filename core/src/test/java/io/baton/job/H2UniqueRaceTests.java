package io.baton.job;

import io.baton.testing.TestDatabase;

class H2UniqueRaceTests extends UniqueRaceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.sessions WHERE executing_statement LIKE '%baton_%' AND session_id <> SESSION_ID()";
    }
}
