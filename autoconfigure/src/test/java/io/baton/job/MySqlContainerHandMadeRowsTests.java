package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;
import java.util.List;

@RequiresDocker
class MySqlContainerHandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL_CONTAINER;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'0001-01-01'");
    }
}
