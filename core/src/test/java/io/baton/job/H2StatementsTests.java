package io.baton.job;

import io.baton.testing.TestDatabase;

class H2StatementsTests extends StatementsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
