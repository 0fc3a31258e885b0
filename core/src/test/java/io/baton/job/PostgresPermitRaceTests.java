package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresPermitRaceTests extends PermitRaceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
    }
}
