package io.baton.job;

import io.baton.testing.RequiresDocker;
import io.baton.testing.TestDatabase;

@RequiresDocker
class PostgresContainerClaimRaceTests extends ClaimRaceContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES_CONTAINER;
    }
}
