package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A connection that is cut in a transaction of Baton's own: the rollback fails too, and the caller learns what the work failed of. */
@ExtendWith(OutputCaptureExtension.class)
class CutConnectionTests {

    private static final String SECRET = "secret-4711";

    private static List<?> cut(TestDatabase kind, JdbcTemplate sql) {
        String end = kind == TestDatabase.POSTGRES ? "pg_terminate_backend(pg_backend_pid())" : "killed()";
        return sql.queryForList("SELECT " + end + " FROM (SELECT 1) one WHERE ? = '" + SECRET + "'", SECRET);
    }

    private static void assertKept(
            TestDatabase kind, CapturedOutput output, BiConsumer<OwnTransactions, Supplier<?>> transaction) {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        try (HikariDataSource pool = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(pool);
            if (kind == TestDatabase.MARIADB) {
                sql.execute("CREATE FUNCTION killed() RETURNS INT BEGIN KILL CONNECTION_ID(); RETURN 1; END");
            }
            Throwable thrown = catchThrowable(() -> transaction.accept(new OwnTransactions(pool), () -> {
                try {
                    return cut(kind, sql);
                } catch (RuntimeException e) {
                    failed.set(e);
                    throw e;
                }
            }));
            assertThat(thrown).isNotNull().isSameAs(failed.get());
        }
        assertThat(output).doesNotContain("overridden by rollback", " ERROR ", SECRET);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void work_that_is_repeated_fails_of_its_own(TestDatabase kind, CapturedOutput output) {
        assertKept(kind, output, OwnTransactions::run);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void work_that_is_not_repeated_fails_of_its_own(TestDatabase kind, CapturedOutput output) {
        assertKept(kind, output, (own, work) -> own.once().execute(status -> work.get()));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_commit_that_is_cut_fails_of_its_own(TestDatabase kind, CapturedOutput output) {
        Throwable thrown = cutBeforeCommit(kind, pool -> new OwnTransactions(pool).once());
        // on MariaDB the statement before the commit, which restores the limit of the session, finds the loss
        assertThat(thrown).hasMessageContaining(kind == TestDatabase.POSTGRES ? "JDBC commit" : "@baton_lock_wait");
        assertThat(output).doesNotContain("overridden by rollback", " ERROR ");
    }

    /** What acts after a commit that may have succeeded, such as marks for follow-ups, is not dropped as after a rollback. */
    @Test
    void a_commit_that_is_cut_has_an_unknown_outcome() {
        List<Integer> outcomes = new ArrayList<>();
        cutBeforeCommit(TestDatabase.POSTGRES, pool -> {
            TransactionOperations own = new OwnTransactions(pool).once();
            return new TransactionOperations() {
                @Override
                public <T> T execute(TransactionCallback<T> work) {
                    return own.execute(status -> {
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void afterCompletion(int outcome) {
                                outcomes.add(outcome);
                            }
                        });
                        return work.doInTransaction(status);
                    });
                }
            };
        });
        assertThat(outcomes).containsExactly(TransactionSynchronization.STATUS_UNKNOWN);
    }

    /** The manager throws what the pool says of the rollback, instead of the failure of the commit. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_commit_of_the_application_that_is_cut_fails_of_the_server(TestDatabase kind) {
        Throwable thrown = cutBeforeCommit(kind, pool -> new TransactionTemplate(new JdbcTransactionManager(pool)));
        assertThat(thrown).isInstanceOf(TransactionSystemException.class);
        assertThat(TransientFailure.isOfServer(thrown)).isTrue();
    }

    private static Throwable cutBeforeCommit(
            TestDatabase kind, Function<HikariDataSource, TransactionOperations> transactions) {
        boolean postgres = kind == TestDatabase.POSTGRES;
        try (HikariDataSource pool = kind.freshDatabase();
                HikariDataSource server = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(pool);
            JdbcTemplate administrator = new JdbcTemplate(server);
            sql.execute("CREATE TABLE written (id INT)");
            return catchThrowable(() -> transactions.apply(pool).execute(status -> {
                sql.update("INSERT INTO written VALUES (1)");
                Long id =
                        sql.queryForObject(postgres ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()", Long.class);
                administrator.execute(postgres ? "SELECT pg_terminate_backend(" + id + ")" : "KILL " + id);
                Awaitility.await().until(() -> administrator
                        .queryForList(
                                postgres
                                        ? "SELECT 1 FROM pg_stat_activity WHERE pid = " + id
                                        : "SELECT 1 FROM information_schema.processlist WHERE id = " + id)
                        .isEmpty());
                return status;
            }));
        }
    }
}
