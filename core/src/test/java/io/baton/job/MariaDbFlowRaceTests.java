package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbFlowRaceTests extends FlowRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MARIADB);
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
