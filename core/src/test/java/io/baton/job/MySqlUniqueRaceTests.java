package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;

@RequiresMySql
class MySqlUniqueRaceTests extends UniqueRaceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MYSQL;
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
