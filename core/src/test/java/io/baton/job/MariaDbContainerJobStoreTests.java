package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MariaDbContainerJobStoreTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.MARIADB_CONTAINER);
    }
}
