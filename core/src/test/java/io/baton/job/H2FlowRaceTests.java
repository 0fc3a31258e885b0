package io.baton.job;

import io.baton.testing.TestDatabase;

class H2FlowRaceTests extends FlowRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.H2);
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.sessions WHERE executing_statement LIKE '%baton_batch%' AND session_id <> SESSION_ID()";
    }
}
