package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresHeldFlowRowsTests extends HeldFlowRowsContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.POSTGRES);
    }
}
