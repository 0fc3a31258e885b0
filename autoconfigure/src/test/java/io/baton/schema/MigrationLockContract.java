package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;

/** Migrations beside transactions that hold locks. */
@Timeout(180)
abstract class MigrationLockContract {

    abstract TestDatabase kind();

    private static final String INSERT = "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at)"
            + " VALUES ('order', 'main', 0, CURRENT_TIMESTAMP, 1, CURRENT_TIMESTAMP)";
    private static final String CLAIM = "UPDATE baton_job SET attempt = attempt + 1 WHERE id = ";

    /** Tables of the first version with two jobs. */
    private HikariDataSource oldDatabase() {
        HikariDataSource dataSource = kind().freshDatabase();
        makeFirst(dataSource, "io/baton/schema/" + folder());
        JdbcTemplate sql = new JdbcTemplate(dataSource);
        sql.execute(INSERT);
        sql.execute(INSERT);
        return dataSource;
    }

    private static void makeFirst(HikariDataSource dataSource, String location) {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:" + location)
                .table(MigrationHistory.TABLE)
                .target("1")
                .load()
                .migrate();
    }

    private String folder() {
        return switch (kind()) {
            case POSTGRES -> "postgresql";
            case MARIADB -> "mariadb";
            case MYSQL -> "mysql";
            default -> "h2";
        };
    }

    /** A transaction that has changed the job with the lower id. */
    private static Connection holder(HikariDataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(CLAIM + jobs(dataSource).get(0));
        }
        return connection;
    }

    private static List<Long> jobs(HikariDataSource dataSource) {
        return new JdbcTemplate(dataSource).queryForList("SELECT id FROM baton_job ORDER BY id", Long.class);
    }

    private static void end(Connection holder) {
        try {
            holder.commit();
            holder.setAutoCommit(true);
            holder.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static BatonSchema schema(HikariDataSource dataSource, Consumer<Duration> pause) {
        return new BatonSchema(dataSource, null, pause, LockRetries.LONGEST);
    }

    @Test
    void tables_are_brought_up_to_date_once_the_transaction_ends_and_claims_go_on_between_the_tries()
            throws SQLException {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            List<Duration> pauses = new ArrayList<>();
            BatonSchema schema = schema(dataSource, pause -> {
                pauses.add(pause);
                new JdbcTemplate(dataSource).update(CLAIM + jobs(dataSource).get(1));
                if (pauses.size() == 2) {
                    end(holder);
                }
            });
            schema.migrate();
            assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
            assertThatCode(schema::verify).doesNotThrowAnyException();
            assertThat(new JdbcTemplate(dataSource)
                            .queryForList("SELECT attempt FROM baton_job ORDER BY id", Integer.class))
                    .containsExactly(1, 2);
        }
    }

    @Test
    void a_start_gives_up_in_the_end_and_names_what_to_do() throws SQLException {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            BatonSchema schema = new BatonSchema(dataSource, null, pause -> {}, Duration.ofSeconds(3));
            assertThatThrownBy(schema::migrate)
                    .isInstanceOf(UnusableSchemaException.class)
                    .hasMessage("Baton cannot update its tables: for 3 s other transactions held locks on them")
                    .extracting(told -> ((UnusableSchemaException) told).action())
                    .asString()
                    .startsWith("End those transactions, then start again. The oldest now: ");
            end(holder);
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    @Test
    void nodes_that_start_together_beside_a_transaction_all_start_when_it_ends() throws Exception {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            CountDownLatch waiting = new CountDownLatch(2);
            List<CompletableFuture<Void>> nodes = together(2, () -> {
                CountDownLatch once = new CountDownLatch(1);
                schema(dataSource, pause -> {
                            if (once.getCount() > 0) {
                                once.countDown();
                                waiting.countDown();
                            }
                            await(waiting);
                        })
                        .migrate();
            });
            await(waiting);
            end(holder);
            nodes.forEach(CompletableFuture::join);
            assertThatCode(new BatonSchema(dataSource, null)::verify).doesNotThrowAnyException();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(150, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<CompletableFuture<Void>> together(int nodes, Runnable start) {
        return Collections.nCopies(nodes, start).stream()
                // each on a thread of its own: the common pool may have one for all of them
                .map(each -> CompletableFuture.runAsync(each, task -> new Thread(task).start()))
                .toList();
    }

    /** Its own wait for the other node must not be cut short. */
    @Test
    void nodes_that_start_together_wait_for_a_migration_that_takes_its_time() {
        try (HikariDataSource dataSource = kind().freshDatabase()) {
            String location = "migrations/slow/" + folder();
            makeFirst(dataSource, location);
            together(3, () -> MigrationsOf.scripts(location, dataSource).run()).forEach(CompletableFuture::join);
            assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT count(late) FROM baton_slow", Integer.class))
                    .isZero();
        }
    }

    /** Whatever is in the script, and whatever else uses the session later. */
    @Test
    void every_script_waits_a_short_time_for_locks_and_leaves_the_session_as_it_was() throws SQLException {
        try (HikariDataSource dataSource = kind().freshDatabase()) {
            dataSource.setMaximumPoolSize(3);
            String before = lockTimeout(dataSource);
            MigrationsOf.scripts("migrations/told/" + folder(), dataSource).run();
            assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT lock_wait FROM baton_told", String.class))
                    .isIn("2", "2s", "2000");
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(dataSource.getConnection());
                assertThat(lockTimeout(all.get(i))).isEqualTo(before);
            }
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    private String lockTimeout(HikariDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return lockTimeout(connection);
        }
    }

    private String lockTimeout(Connection connection) throws SQLException {
        String query =
                switch (kind()) {
                    case POSTGRES -> "SHOW lock_timeout";
                    case H2 -> "SELECT LOCK_TIMEOUT()";
                    default -> "SELECT CONCAT(@@lock_wait_timeout, ' ', @@innodb_lock_wait_timeout)";
                };
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void what_failed_on_another_node_or_a_newer_one_is_no_hindrance() {
        try (HikariDataSource dataSource = oldDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            failed(sql, 2, "2");
            failed(sql, 3, "99");
            BatonSchema schema = schema(dataSource, pause -> {});
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    private void failed(JdbcTemplate sql, int rank, String version) {
        String statement =
                "INSERT INTO `baton_schema_history` (`installed_rank`, `version`, `description`, `type`, `script`,"
                        + " `checksum`, `installed_by`, `execution_time`, `success`) VALUES (?, ?, 'x', 'SQL', ?, 1, 'x', 1, FALSE)";
        sql.update(
                kind() == TestDatabase.H2 || kind() == TestDatabase.POSTGRES ? statement.replace('`', '"') : statement,
                rank,
                version,
                "V" + version + "__x.sql");
    }
}
