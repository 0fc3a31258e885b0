package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchTouchTests extends BatchTouchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
