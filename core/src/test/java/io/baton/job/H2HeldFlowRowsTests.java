package io.baton.job;

import io.baton.testing.TestDatabase;

class H2HeldFlowRowsTests extends HeldFlowRowsContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
