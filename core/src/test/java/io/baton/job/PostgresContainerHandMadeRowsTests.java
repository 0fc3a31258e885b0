package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class PostgresContainerHandMadeRowsTests extends PostgresHandMadeRowsTests {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES_CONTAINER;
    }
}
