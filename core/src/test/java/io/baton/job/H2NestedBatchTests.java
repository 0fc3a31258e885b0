package io.baton.job;

import io.baton.testing.TestDatabase;

class H2NestedBatchTests extends NestedBatchContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
