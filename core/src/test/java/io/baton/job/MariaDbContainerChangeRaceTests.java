package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MariaDbContainerChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB_CONTAINER;
    }
}
