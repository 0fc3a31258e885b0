package io.baton.batch.web;

import io.baton.testing.TestDatabase;

class PostgresBatchWebTests extends BatchWebContract {

    PostgresBatchWebTests() {
        super(TestDatabase.POSTGRES);
    }
}
