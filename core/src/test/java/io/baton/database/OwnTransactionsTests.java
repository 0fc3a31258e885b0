package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Where one INSERT is a transaction by itself, which saves the statements around it, on MariaDB five of six. */
class OwnTransactionsTests {

    private static boolean standsAlone(DataSource source) {
        return Boolean.FALSE.equals(new OwnTransactions(source)
                .onceForOneStatement()
                .execute(status -> TransactionSynchronizationManager.isActualTransactionActive()));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_insert_stands_alone_where_the_pool_is_as_it_comes(TestDatabase kind) {
        try (HikariDataSource pool = kind.freshDatabase()) {
            assertThat(standsAlone(pool)).isTrue();
        }
    }

    /** PostgreSQL refuses some statements of such transactions, MariaDB only locks more of what they read. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void where_transactions_are_serializable_it_depends_on_the_database(TestDatabase kind) throws SQLException {
        try (HikariDataSource pool = kind.freshDatabase();
                SingleConnectionDataSource connection = only(pool)) {
            connection.getConnection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(standsAlone(connection)).isEqualTo(kind == TestDatabase.MARIADB);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void it_has_a_transaction_where_connections_do_not_commit_by_themselves(TestDatabase kind) {
        try (HikariDataSource pool = kind.freshDatabase();
                SingleConnectionDataSource connection = only(pool)) {
            connection.setAutoCommit(false);
            assertThat(standsAlone(connection)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(conn=7) Got error 149 \"Lock deadlock; Retry transaction\" during COMMIT",
                "Got error 149 - 'Lock deadlock; Retry transaction' during COMMIT"
            })
    void a_commit_refused_for_a_conflict_with_another_server_is_repeated(String message) {
        try (HikariDataSource pool = TestDatabase.H2.freshDatabase()) {
            AtomicInteger runs = new AtomicInteger();
            assertThat(refusingTheFirstCommit(pool, message).run(runs::incrementAndGet))
                    .isEqualTo(2);
        }
    }

    @Test
    void a_commit_that_failed_for_another_reason_is_not_repeated() {
        try (HikariDataSource pool = TestDatabase.H2.freshDatabase()) {
            OwnTransactions transactions =
                    refusingTheFirstCommit(pool, "(conn=149) Got error 5 \"Input/output error\" during COMMIT");
            AtomicInteger runs = new AtomicInteger();
            assertThatThrownBy(() -> transactions.run(runs::incrementAndGet))
                    .hasRootCauseInstanceOf(SQLException.class);
            assertThat(runs).hasValue(1);
        }
    }

    private static OwnTransactions refusingTheFirstCommit(DataSource target, String message) {
        AtomicBoolean refused = new AtomicBoolean();
        return new OwnTransactions(new DelegatingDataSource(target) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return (Connection) Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("commit") && !refused.getAndSet(true)) {
                                connection.rollback();
                                throw new SQLException(message, "HY000", 1180);
                            }
                            return method.invoke(connection, arguments);
                        });
            }
        });
    }

    private static SingleConnectionDataSource only(HikariDataSource pool) {
        return new SingleConnectionDataSource(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword(), true);
    }
}
