package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresWorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.POSTGRES);
    }
}
