package io.baton.job;

import io.baton.testing.TestDatabase;

class H2FlowTests extends FlowContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
