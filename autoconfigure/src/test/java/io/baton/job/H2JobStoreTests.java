package io.baton.job;

import io.baton.testing.TestDatabase;

class H2JobStoreTests extends JobStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
