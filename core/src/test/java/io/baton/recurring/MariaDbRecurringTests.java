package io.baton.recurring;

import io.baton.testing.TestDatabase;

class MariaDbRecurringTests extends RecurringContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
