package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Connections that a failover left on a server which takes no writes. */
class ReadOnlyConnectionsTests {

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
                pool.close();
            }
        }
    }
}
