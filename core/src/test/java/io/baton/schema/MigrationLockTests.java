package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.start.StartRefusedException;
import io.baton.testing.OnEachDatabase;
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
@OnEachDatabase
class MigrationLockTests {

    private static final String CLAIM = "UPDATE baton_locked SET attempt = attempt + 1 WHERE id = ";

    private final TestDatabase kind;

    MigrationLockTests(TestDatabase kind) {
        this.kind = kind;
    }

    /** A table of the first version with two rows. */
    private HikariDataSource oldDatabase() {
        HikariDataSource dataSource = kind.freshDatabase();
        makeFirst(dataSource, "migrations/locked/" + folder());
        new JdbcTemplate(dataSource).execute("INSERT INTO baton_locked VALUES (1, 0), (2, 0)");
        return dataSource;
    }

    private static void makeFirst(HikariDataSource dataSource, String location) {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:" + location)
                .table(SchemaAccess.HISTORY)
                .target("1")
                .load()
                .migrate();
    }

    private String folder() {
        return switch (kind) {
            case POSTGRES -> "postgresql";
            case MARIADB, MYSQL -> "mariadb";
            default -> "h2";
        };
    }

    /** A transaction that has changed the first row. */
    private static Connection holder(HikariDataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(CLAIM + 1);
        }
        return connection;
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

    private Migrations later(HikariDataSource dataSource, Consumer<Duration> pause) {
        return MigrationsOf.scripts("migrations/locked/" + folder(), dataSource, pause, Migrations.LONGEST);
    }

    private static void requireUpToDate(HikariDataSource dataSource) {
        assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT count(late) FROM baton_locked", Integer.class))
                .isZero();
    }

    @Test
    void migration_waits_for_an_open_transaction_while_claims_continue_between_tries() throws SQLException {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            List<Duration> pauses = new ArrayList<>();
            later(dataSource, pause -> {
                        pauses.add(pause);
                        new JdbcTemplate(dataSource).update(CLAIM + 2);
                        if (pauses.size() == 2) {
                            end(holder);
                        }
                    })
                    .run();
            assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
            requireUpToDate(dataSource);
            assertThat(new JdbcTemplate(dataSource)
                            .queryForList("SELECT attempt FROM baton_locked ORDER BY id", Integer.class))
                    .containsExactly(1, 2);
        }
    }

    @Test
    void a_start_gives_up_in_the_end_and_names_what_to_do() throws SQLException {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            List<Long> pauses = new ArrayList<>();
            Migrations migrations = MigrationsOf.scripts(
                    "migrations/locked/" + folder(),
                    dataSource,
                    pause -> pauses.add(pause.toSeconds()),
                    Duration.ofSeconds(3));
            assertThatThrownBy(migrations::run)
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageStartingWith(
                            "Baton cannot update its tables: for 3 s other transactions held locks on them. End those")
                    .extracting(told -> ((StartRefusedException) told).action())
                    .asString()
                    .startsWith("End those transactions, then start again. The oldest now: ");
            assertThat(pauses).containsExactly(1L, 2L);
            end(holder);
            later(dataSource, pause -> {}).run();
            requireUpToDate(dataSource);
        }
    }

    @Test
    void nodes_that_start_together_beside_a_transaction_all_start_when_it_ends() throws Exception {
        try (HikariDataSource dataSource = oldDatabase()) {
            Connection holder = holder(dataSource);
            CountDownLatch waiting = new CountDownLatch(2);
            List<CompletableFuture<Void>> nodes = together(2, () -> {
                CountDownLatch once = new CountDownLatch(1);
                later(dataSource, pause -> {
                            if (once.getCount() > 0) {
                                once.countDown();
                                waiting.countDown();
                            }
                            await(waiting);
                        })
                        .run();
            });
            await(waiting);
            end(holder);
            nodes.forEach(CompletableFuture::join);
            requireUpToDate(dataSource);
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
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            String location = "migrations/slow/" + folder();
            makeFirst(dataSource, location);
            together(3, () -> MigrationsOf.scripts(location, dataSource).run()).forEach(CompletableFuture::join);
            assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT count(late) FROM baton_slow", Integer.class))
                    .isZero();
        }
    }

    /** Whatever is in the script, and whatever else uses the session later. */
    @Test
    void every_script_waits_briefly_for_locks_and_restores_the_session() throws SQLException {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
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
                switch (kind) {
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
            // the first one on two nodes at once, which Flyway does not prevent on Galera
            failed(sql, 4, "1");
            later(dataSource, pause -> {}).run();
            requireUpToDate(dataSource);
        }
    }

    private void failed(JdbcTemplate sql, int rank, String version) {
        String statement =
                "INSERT INTO `baton_schema_history` (`installed_rank`, `version`, `description`, `type`, `script`,"
                        + " `checksum`, `installed_by`, `execution_time`, `success`) VALUES (?, ?, 'x', 'SQL', ?, 1, 'x', 1, FALSE)";
        sql.update(
                kind == TestDatabase.H2 || kind == TestDatabase.POSTGRES ? statement.replace('`', '"') : statement,
                rank,
                version,
                "V" + version + "__x.sql");
    }
}
