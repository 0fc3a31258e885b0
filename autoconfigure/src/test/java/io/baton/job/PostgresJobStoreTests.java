package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresJobStoreTests extends JobStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
