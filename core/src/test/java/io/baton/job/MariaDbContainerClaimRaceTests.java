package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MariaDbContainerClaimRaceTests extends MariaDbClaimRaceTests {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB_CONTAINER;
    }
}
