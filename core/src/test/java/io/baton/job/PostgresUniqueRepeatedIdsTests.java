package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresUniqueRepeatedIdsTests extends UniqueRepeatedIdsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
