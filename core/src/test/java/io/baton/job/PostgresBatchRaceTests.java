package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchRaceTests extends BatchRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
