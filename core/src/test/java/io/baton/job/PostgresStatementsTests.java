package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresStatementsTests extends StatementsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
