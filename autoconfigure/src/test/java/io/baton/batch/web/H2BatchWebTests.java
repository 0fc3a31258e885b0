package io.baton.batch.web;

import io.baton.testing.TestDatabase;

class H2BatchWebTests extends BatchWebContract {

    H2BatchWebTests() {
        super(TestDatabase.H2);
    }
}
