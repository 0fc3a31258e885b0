package io.baton.batch.web;

import io.baton.testing.TestDatabase;

class MariaDbBatchWebTests extends BatchWebContract {

    MariaDbBatchWebTests() {
        super(TestDatabase.MARIADB);
    }
}
