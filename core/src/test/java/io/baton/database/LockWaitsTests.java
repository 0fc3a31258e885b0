package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Where the limit for lock waits is one of the session, it is restored, and what is reported with that is not lost. */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LockWaitsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_failure_to_restore_the_limit_rolls_the_transaction_back(TestDatabase kind) {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE written (id integer)");
            Database database = new Database(dataSource, null);

            assertThatThrownBy(() -> new OwnTransactions(dataSource)
                            .run(() -> database.boundLockWaits(SECOND, () -> {
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
            Database database = new Database(dataSource, null);

            new OwnTransactions(dataSource).run(() -> {
                String before = limit(sql);
                assertThatThrownBy(() -> database.boundLockWaits(SECOND, () -> {
                            assertThat(limit(sql)).isEqualTo("1");
                            throw new IllegalStateException("the work failed");
                        }))
                        .hasMessage("the work failed");
                assertThat(limit(sql)).isEqualTo(before);
                return true;
            });
        }
    }

    /** Kotlin declares no exceptions: what a caller's code throws in a transaction of Baton's may be checked. */
    @Test
    void a_checked_exception_of_the_work_leaves_no_limit(TestDatabase kind) {
        try (HikariDataSource dataSource = one(kind)) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            String before = limit(sql);
            OwnTransactions own = new OwnTransactions(dataSource);
            assertThatThrownBy(() -> own.once().execute(status -> thrown(new IOException("a file is gone"))))
                    .hasMessage("a file is gone");
            assertThat(limit(sql)).isEqualTo(before);
        }
    }

    /** A statement that reports for the first time that the transaction is rolled back, as of Galera, does nothing else. */
    @Test
    void a_limit_that_could_not_be_restored_is_restored_then(TestDatabase kind) {
        try (HikariDataSource dataSource = one(kind)) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            String before = limit(sql);
            AtomicInteger statements = new AtomicInteger();
            OwnTransactions own = new OwnTransactions(beforeStatements(dataSource, () -> {
                if (statements.incrementAndGet() == 2) {
                    thrown(new SQLException("wsrep aborted transaction", "40001", 1213));
                }
            }));
            statements.set(0);
            assertThatThrownBy(() -> own.once().execute(status -> "done")).isInstanceOf(DataAccessException.class);
            assertThat(limit(sql)).isEqualTo(before);
        }
    }

    private static DataSource beforeStatements(DataSource target, Runnable next) {
        return new DelegatingDataSource(target) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, given) -> {
                            if (method.getName().equals("createStatement")) {
                                next.run();
                            }
                            return method.invoke(connection, given);
                        });
            }
        };
    }

    private static HikariDataSource one(TestDatabase kind) {
        HikariDataSource dataSource = kind.freshDatabase();
        dataSource.setMaximumPoolSize(1);
        return dataSource;
    }

    @SuppressWarnings("unchecked") // as a compiler does that knows no checked exceptions
    private static <X extends Throwable> String thrown(Throwable failure) throws X {
        throw (X) failure;
    }

    private static String limit(JdbcTemplate sql) {
        return String.valueOf(sql.queryForObject("SELECT @@SESSION.innodb_lock_wait_timeout", String.class));
    }
}
