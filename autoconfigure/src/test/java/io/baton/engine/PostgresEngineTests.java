package io.baton.engine;

import io.baton.testing.TestDatabase;

class PostgresEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
