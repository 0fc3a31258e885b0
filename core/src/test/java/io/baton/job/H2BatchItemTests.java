package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchItemTests extends BatchItemContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
