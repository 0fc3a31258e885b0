package io.baton.job;

import io.baton.testing.TestDatabase;

class H2UniqueTests extends UniqueContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
