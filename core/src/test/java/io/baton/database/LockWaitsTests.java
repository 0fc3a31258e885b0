package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Where the limit for lock waits is one of the session, it is restored, and what is reported with that is not lost. */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LockWaitsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_failure_to_restore_the_limit_rolls_the_transaction_back(TestDatabase kind) {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE written (id integer)");
            LockWaits waits = new LockWaits(new Database(dataSource, null));

            assertThatThrownBy(() -> new OwnTransactions(dataSource)
                            .run(() -> waits.bounded(SECOND, () -> {
                                sql.update("INSERT INTO written VALUES (1)");
                                sql.execute("SET @baton_lock_wait = 'none'");
                                return true;
                            })))
                    .isInstanceOf(DataAccessException.class);

            assertThat(sql.queryForList("SELECT id FROM written")).isEmpty();
        }
    }

    @Test
    void a_failure_of_the_work_is_thrown_and_the_limit_restored(TestDatabase kind) {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            LockWaits waits = new LockWaits(new Database(dataSource, null));

            new OwnTransactions(dataSource).run(() -> {
                String before = limit(sql);
                assertThatThrownBy(() -> waits.bounded(SECOND, () -> {
                            assertThat(limit(sql)).isEqualTo("1");
                            throw new IllegalStateException("the work failed");
                        }))
                        .hasMessage("the work failed");
                assertThat(limit(sql)).isEqualTo(before);
                return true;
            });
        }
    }

    private static String limit(JdbcTemplate sql) {
        return String.valueOf(sql.queryForObject("SELECT @@SESSION.innodb_lock_wait_timeout", String.class));
    }
}
