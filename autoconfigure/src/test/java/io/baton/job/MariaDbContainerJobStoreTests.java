package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MariaDbContainerJobStoreTests extends JobStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB_CONTAINER;
    }
}
