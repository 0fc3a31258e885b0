package io.baton.engine;

import io.baton.testing.TestDatabase;

class H2EngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
