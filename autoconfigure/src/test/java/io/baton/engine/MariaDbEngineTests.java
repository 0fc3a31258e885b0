package io.baton.engine;

import io.baton.testing.TestDatabase;

class MariaDbEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
