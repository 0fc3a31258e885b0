package io.baton.once;

import io.baton.testing.TestDatabase;

class MariaDbOnceTests extends OnceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }
}
