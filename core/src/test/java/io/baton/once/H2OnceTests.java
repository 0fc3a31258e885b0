package io.baton.once;

import io.baton.testing.TestDatabase;

class H2OnceTests extends OnceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.H2;
    }
}
