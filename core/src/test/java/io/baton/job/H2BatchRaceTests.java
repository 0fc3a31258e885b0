package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchRaceTests extends BatchRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }
}
