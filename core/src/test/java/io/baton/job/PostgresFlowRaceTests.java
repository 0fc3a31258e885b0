package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresFlowRaceTests extends FlowRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
    }
}
