package io.baton.job;

import io.baton.testing.TestDatabase;

/** How many wait for a lock at this moment. */
final class LockWaits {

    private LockWaits() {}

    /** The query of this database, where H2 has one of its own for each purpose. */
    static String on(TestDatabase kind, String h2) {
        return switch (kind) {
            case H2 -> h2;
            case MARIADB, MYSQL -> "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
            default -> "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
        };
    }
}
