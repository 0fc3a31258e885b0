package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchTests extends BatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
