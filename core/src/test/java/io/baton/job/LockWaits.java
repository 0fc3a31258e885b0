package io.baton.job;

import static org.awaitility.Awaitility.await;

import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcTemplate;

/** How many wait for a lock at this moment. */
final class LockWaits {

    private LockWaits() {}

    /** Waits until a transaction waits for a lock. */
    static void awaitAny(TestDatabase kind, JdbcTemplate sql) {
        await().atMost(Duration.ofMinutes(2)).until(() -> any(kind, sql));
    }

    static boolean any(TestDatabase kind, JdbcTemplate sql) {
        String waits = on(kind, "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL");
        Integer waiting = sql.queryForObject(waits, Integer.class);
        return waiting != null && waiting > 0;
    }

    /** The query of this database, where H2 has one of its own for each purpose. */
    static String on(TestDatabase kind, String h2) {
        return switch (kind) {
            case H2 -> h2;
            case MARIADB, MYSQL -> "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
            default -> "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
        };
    }
}
