package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Shop;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An application must not hang in its shutdown because somebody has locked the table of the jobs. */
class LockedTableShutdownTests {

    /**
     * Two seconds for the last claim, five for all else of the worker, two for each of sweeper, listener and notifier, and what a slow machine
     * needs besides. Whoever waited for the lock would wait for two minutes, until the driver gives up.
     */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Test
    void a_stop_does_not_wait_for_the_lock() throws SQLException {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        JdbcTemplate sql =
                new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()));
        try (var host = HostContract.start(
                        Shop.class,
                        HostContract.WITHOUT_BOOTS_FLYWAY,
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "baton.worker.dead-after=2m",
                        "spring.lifecycle.timeout-per-shutdown-phase=3m",
                        "spring.datasource.url=" + access.url(),
                        "spring.datasource.username=" + access.user(),
                        "spring.datasource.password=" + access.password());
                Connection stranger = DriverManager.getConnection(access.url(), access.user(), access.password());
                Statement statement = stranger.createStatement()) {
            Jobs jobs = host.getBean(Jobs.class);
            stranger.setAutoCommit(false);
            jobs.enqueue(new PriceItem("before"));
            statement.execute("LOCK TABLE baton_job IN ACCESS EXCLUSIVE MODE");
            await().until(() -> waiting(sql) > 0);

            long start = System.nanoTime();
            host.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
            stranger.rollback();
        }
    }

    /** How many sessions of the worker's wait for the lock. */
    private static int waiting(JdbcTemplate sql) {
        Integer waiting = sql.queryForObject("SELECT COUNT(*) FROM pg_locks WHERE NOT granted", Integer.class);
        return waiting == null ? 0 : waiting;
    }
}
