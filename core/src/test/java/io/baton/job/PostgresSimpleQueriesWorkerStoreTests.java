package io.baton.job;

import io.baton.testing.TestDatabase;

/** Through a driver that sends no parameters, but writes them into the statement, as behind some poolers. */
class PostgresSimpleQueriesWorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.POSTGRES, "preferQueryMode=simple");
    }
}
