package io.baton.recurring;

import io.baton.testing.TestDatabase;

class H2RecurringTests extends RecurringContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
