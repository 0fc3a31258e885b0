package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.Vendor;
import io.baton.schema.LockProbe.Finding;
import io.baton.start.StartRefusedException;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RecordedStatements;
import io.baton.testing.RewrittenStatements;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Sound servers are accepted, whatever else runs on them; those that accept the words of locking reads and do not heed them are refused. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase({TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.MYSQL})
class LockProbeTests implements TestsOnDatabase {

    private static final String LOCK =
            "SELECT step FROM baton_flow_edge WHERE batch_id = -1 AND step = 0 AND after_step = 0 FOR UPDATE";

    private static final Duration PATIENT = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @SuppressWarnings("NullAway.Init")
    private TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    private HikariDataSource sound;

    @Override
    public void open(TestDatabase database) {
        kind = database;
        sound = database.freshDatabase();
        new BatonSchema(sound, null).migrate();
    }

    @Override
    public void close() {
        sound.close();
    }

    @BeforeEach
    void firstStart() {
        new JdbcTemplate(sound).update("DELETE FROM baton_flow_edge");
    }

    private static SchemaWords words(DataSource dataSource) {
        return SchemaWords.of(Vendor.dialect(dataSource));
    }

    private static Finding finding(DataSource dataSource) {
        return finding(dataSource, PATIENT);
    }

    private static Finding finding(DataSource dataSource, Duration longest) {
        SchemaWords words = words(dataSource);
        SchemaAccess access =
                new SchemaAccess(new JdbcTemplate(dataSource), words, null, new Scripts(words.location()));
        return new LockProbe(dataSource, new Database(dataSource, null), access).finding(longest);
    }

    private DataSource replacing(String words, String others) {
        return new RewrittenStatements(sound, sql -> sql.replace(words, others));
    }

    private DataSource withoutLocks() {
        return replacing(" FOR UPDATE SKIP LOCKED", "");
    }

    private int rows() {
        Integer rows = new JdbcTemplate(sound).queryForObject("SELECT COUNT(*) FROM baton_flow_edge", Integer.class);
        return rows == null ? 0 : rows;
    }

    private static void refused(DataSource lying) {
        assertThat(finding(lying)).isEqualTo(Finding.NOT_SKIPPED);
        assertThat(RewrittenStatements.refusal(new BatonSchema(lying, null)::requireLocks))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("does not skip a row that another transaction has locked")
                .extracting(refusal -> ((StartRefusedException) refusal).action())
                .asString()
                .contains("@BatonDataSource", "docs/requirements.md#databases-that-only-speak-the-protocol");
    }

    @Test
    void a_sound_server_is_proven_at_the_first_start_and_later() {
        assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
        assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void a_later_start_costs_six_statements_and_writes_nothing() {
        finding(sound);
        RecordedStatements recorded = new RecordedStatements(sound);
        assertThat(finding(recorded)).isEqualTo(Finding.LOCKED);
        assertThat(recorded.taken()).hasSizeLessThanOrEqualTo(6).noneMatch(sql -> sql.startsWith("INSERT"));
    }

    @Test
    void nodes_that_start_together_all_start() {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (int round = 0; round < 10; round++) {
                firstStart();
                List<CompletableFuture<Finding>> nodes = IntStream.range(0, 6)
                        .mapToObj(node -> CompletableFuture.supplyAsync(() -> finding(sound), threads))
                        .toList();
                assertThat(nodes.stream().map(CompletableFuture::join))
                        .allSatisfy(finding -> assertThat(finding).isIn(Finding.LOCKED, Finding.UNPROVEN))
                        .contains(Finding.LOCKED);
                assertThat(rows()).isEqualTo(2);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_row_that_a_transaction_holds_is_proof() throws SQLException {
        finding(sound);
        try (Connection holder = sound.getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute(LOCK);
            assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
            holder.rollback();
        }
    }

    @Test
    void a_locked_table_leaves_it_unproven() throws SQLException {
        finding(sound);
        boolean postgres = kind == TestDatabase.POSTGRES;
        try (Connection holder = sound.getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute(
                    postgres
                            ? "LOCK TABLE baton_flow_edge IN ACCESS EXCLUSIVE MODE"
                            : "LOCK TABLES baton_flow_edge WRITE");
            assertThatCode(() -> new BatonSchema(sound, null).requireLocks()).doesNotThrowAnyException();
            statement.execute(postgres ? "ROLLBACK" : "UNLOCK TABLES");
        }
        assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
    }

    @Test
    void one_connection_alone_leaves_it_unproven_and_is_returned() throws SQLException {
        try (SingleConnectionDataSource same =
                new SingleConnectionDataSource(sound.getJdbcUrl(), sound.getUsername(), sound.getPassword(), true)) {
            assertThat(finding(same)).isEqualTo(Finding.UNPROVEN);
            assertThat(same.getConnection().getAutoCommit()).isTrue();
        }
        try (HikariDataSource one = new HikariDataSource()) {
            one.setJdbcUrl(sound.getJdbcUrl());
            one.setUsername(sound.getUsername());
            one.setPassword(sound.getPassword());
            one.setMaximumPoolSize(1);
            assertThat(finding(one, SECOND)).isEqualTo(Finding.UNPROVEN);
            try (Connection connection = one.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
            }
        }
    }

    @Test
    void a_user_who_may_only_read_leaves_it_unproven() {
        assumeTrue(kind == TestDatabase.POSTGRES, "the embedded MariaDB heeds no grants");
        JdbcTemplate owner = new JdbcTemplate(sound);
        owner.execute("CREATE ROLE probe_reader");
        owner.execute("GRANT SELECT ON baton_flow_edge TO probe_reader");
        try (HikariDataSource reader = new HikariDataSource()) {
            reader.setJdbcUrl(sound.getJdbcUrl());
            reader.setUsername(sound.getUsername());
            reader.setPassword(sound.getPassword());
            reader.setConnectionInitSql("SET ROLE probe_reader");
            assertThat(finding(reader)).isEqualTo(Finding.UNPROVEN);
        }
    }

    /** The second transaction requests the row after the first one has begun to wait for it. */
    @Test
    void a_slow_response_is_proof_too() {
        finding(sound);
        CountDownLatch late = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        DataSource slow = new RewrittenStatements(sound, sql -> {
            if (sql.endsWith("after_step = 1 FOR UPDATE")) {
                late.countDown();
            } else if (sql.equals(LOCK + " SKIP LOCKED") && requests.incrementAndGet() == 2) {
                await(late);
            }
            return sql;
        });
        assertThat(finding(slow)).isEqualTo(Finding.LOCKED);
        assertThat(late.getCount()).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_server_that_locks_nothing_is_refused() {
        refused(withoutLocks());
    }

    @Test
    void a_server_whose_locks_are_shared_is_refused() {
        String shared = kind == TestDatabase.MARIADB ? " LOCK IN SHARE MODE SKIP LOCKED" : " FOR SHARE SKIP LOCKED";
        refused(replacing(" FOR UPDATE SKIP LOCKED", shared));
    }

    @Test
    void a_server_that_does_not_skip_is_refused() {
        refused(replacing(" SKIP LOCKED", ""));
    }

    /** No job runs twice there: each claim fails. */
    @Test
    void a_server_that_does_not_know_the_words_leaves_it_unproven() {
        assertThat(finding(replacing(" SKIP LOCKED", " SKIP BOLTED"))).isEqualTo(Finding.UNPROVEN);
    }

    /** Without the query by which servers are recognized, too. */
    @Test
    void a_server_that_says_nothing_of_itself_is_refused() {
        String server = words(sound).server();
        DataSource lying =
                new RewrittenStatements(withoutLocks(), sql -> sql.equals(server) ? "SELECT no_such_thing()" : sql);
        assertThat(finding(lying)).isEqualTo(Finding.NOT_SKIPPED);
    }

    /** The two sessions name two servers. */
    @Test
    void two_servers_with_locks_of_their_own_leave_it_unproven() {
        SchemaWords words = words(sound);
        AtomicInteger servers = new AtomicInteger();
        DataSource cluster = new RewrittenStatements(
                withoutLocks(), sql -> sql.equals(words.server()) ? "SELECT " + servers.incrementAndGet() : sql);
        assertThat(finding(cluster)).isEqualTo(Finding.UNPROVEN);
        assertThatCode(() -> new BatonSchema(cluster, null).requireLocks()).doesNotThrowAnyException();
    }
}
