package io.baton.job;

import io.baton.testing.TestDatabase;

class MariaDbUniqueRaceTests extends UniqueRaceContract {

    @Override
    TestDatabase kind() {
        return TestDatabase.MARIADB;
    }

    @Override
    String waitsForLocks() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
