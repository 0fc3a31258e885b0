package io.baton.job;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;

/** Through a driver that sends no parameters, but writes them into the statement, as behind some poolers. */
@OnEachDatabase(TestDatabase.POSTGRES)
class PostgresSimpleQueriesWorkerStoreTests extends WorkerStoreTests {

    @Override
    TestedStore store(TestDatabase kind) {
        return new StoreOnDatabase(kind, "preferQueryMode=simple");
    }
}
