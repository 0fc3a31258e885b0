package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchKeepingTests extends BatchKeepingContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
