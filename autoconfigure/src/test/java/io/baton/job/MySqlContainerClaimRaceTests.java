package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MySqlContainerClaimRaceTests extends MariaDbClaimRaceTests {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL_CONTAINER;
    }
}
