package io.baton.engine;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MariaDbContainerEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB_CONTAINER;
    }
}
