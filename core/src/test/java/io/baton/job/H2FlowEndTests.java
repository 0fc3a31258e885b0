package io.baton.job;

import io.baton.testing.TestDatabase;

class H2FlowEndTests extends FlowEndContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
