package io.baton.engine;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MySqlContainerEngineTests extends EngineContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL_CONTAINER;
    }
}
