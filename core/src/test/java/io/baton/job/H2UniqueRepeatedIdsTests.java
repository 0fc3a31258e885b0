package io.baton.job;

import io.baton.testing.TestDatabase;

class H2UniqueRepeatedIdsTests extends UniqueRepeatedIdsContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
