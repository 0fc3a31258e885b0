package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
