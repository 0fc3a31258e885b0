package io.baton.job;

import io.baton.testing.TestDatabase;

class H2WorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.H2);
    }
}
