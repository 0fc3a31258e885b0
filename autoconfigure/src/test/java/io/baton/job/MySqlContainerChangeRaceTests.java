package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class MySqlContainerChangeRaceTests extends ChangeRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL_CONTAINER;
    }
}
