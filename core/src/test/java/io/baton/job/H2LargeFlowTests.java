package io.baton.job;

import io.baton.testing.TestDatabase;

class H2LargeFlowTests extends LargeFlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
