package io.baton.recurring;

import io.baton.testing.TestDatabase;

class PostgresRecurringTests extends RecurringContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
