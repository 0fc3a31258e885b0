package io.baton.job;

import io.baton.testing.TestDatabase;

/** Through a driver that sends no parameters, but writes them into the statement, as behind some poolers. */
class PostgresSimpleQueriesTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.POSTGRES, "preferQueryMode=simple");
    }
}
