package io.baton.engine;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class PostgresContainerEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES_CONTAINER;
    }
}
