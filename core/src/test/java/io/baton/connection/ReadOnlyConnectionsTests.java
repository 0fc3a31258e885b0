package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Connections that a failover left on a server which takes no writes. */
class ReadOnlyConnectionsTests {

    @Test
    void only_what_says_that_it_takes_no_writes_is_given_up() {
        ReadOnlyConnections connections = new ReadOnlyConnections();
        assertThat(List.of(
                        new SQLException("read-only transaction", "25006"),
                        new SQLException("read-only server", "HY000", 1290),
                        new SQLException("read-only transaction", "25006", 1792)))
                .extracting(connections::adjudicate)
                .containsOnly(SQLExceptionOverride.Override.MUST_EVICT);
        assertThat(List.of(new SQLException("duplicate", "23505"), new SQLException("no more", "08006")))
                .extracting(connections::adjudicate)
                .containsOnly(SQLExceptionOverride.Override.CONTINUE_EVICT);
    }

    @Test
    void the_engines_pool_gives_them_up_after_the_first_failure() {
        try (HikariDataSource application = TestDatabase.POSTGRES.freshDatabase()) {
            EnginePool pool = EnginePool.beside(application, Duration.ofSeconds(10), "");
            try {
                JdbcTemplate engine = new JdbcTemplate(pool.dataSource());
                engine.execute("CREATE TABLE written (id integer)");
                engine.execute("SET default_transaction_read_only = on");
                int refused = 0;
                for (int tries = 0; tries < 20; tries++) {
                    try {
                        engine.update("INSERT INTO written VALUES (1)");
                        break;
                    } catch (DataAccessException e) {
                        refused++;
                    }
                }
                assertThat(refused).isLessThan(3);
            } finally {
                pool.destroy();
            }
        }
    }
}
