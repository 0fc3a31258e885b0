package io.baton.job;

import io.baton.testing.TestDatabase;

class H2JobStoreTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.H2);
    }
}
