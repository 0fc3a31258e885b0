package io.baton.job;

import io.baton.testing.TestDatabase;

class H2FlowReleaseTests extends FlowReleaseContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
