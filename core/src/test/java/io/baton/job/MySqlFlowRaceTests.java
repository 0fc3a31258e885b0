package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlFlowRaceTests extends FlowRaceContract {

    @Override
    BatchesOnDatabase batches() {
        return new BatchesOnDatabase(TestDatabase.MYSQL);
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
