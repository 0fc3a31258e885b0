package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchPurgeTests extends BatchPurgeContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
