package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresJobStoreTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.POSTGRES);
    }
}
