package io.baton.once;

import io.baton.testing.TestDatabase;

class PostgresOnceTests extends OnceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.POSTGRES;
    }
}
