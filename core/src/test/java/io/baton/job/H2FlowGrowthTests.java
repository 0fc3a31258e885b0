package io.baton.job;

import io.baton.testing.TestDatabase;

class H2FlowGrowthTests extends FlowGrowthContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
