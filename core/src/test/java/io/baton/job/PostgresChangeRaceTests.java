package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
