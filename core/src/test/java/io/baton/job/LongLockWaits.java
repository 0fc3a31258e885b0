package io.baton.job;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** On H2, whoever waits for a lock is refused after two seconds, which a busy machine may need. */
final class LongLockWaits {

    private LongLockWaits() {}

    /** Lets whoever waits for a lock of this database wait for longer, if it is H2. */
    static void allow(HikariDataSource dataSource) {
        if (dataSource.getJdbcUrl().startsWith("jdbc:h2:")) {
            new JdbcTemplate(dataSource).execute("SET DEFAULT_LOCK_TIMEOUT 60000");
            dataSource.getHikariPoolMXBean().softEvictConnections();
        }
    }
}
