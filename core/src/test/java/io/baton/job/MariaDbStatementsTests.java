package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbStatementsTests extends StatementsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
