package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchFoldTests extends BatchFoldContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
