package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;
import java.util.List;

@RequiresDocker
class PostgresContainerHandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES_CONTAINER;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'infinity'", "'-infinity'", "'294000-01-01'", "'4000-01-01 BC'");
    }
}
