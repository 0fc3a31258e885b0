package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchTouchTests extends BatchTouchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
