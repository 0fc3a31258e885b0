package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlWorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreOnDatabase(TestDatabase.MYSQL);
    }
}
