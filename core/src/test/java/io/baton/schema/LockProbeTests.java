package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Vendor;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

    private static final String SKIPPING = LOCK + " SKIP LOCKED";

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

    private static String server(DataSource dataSource) {
        return Vendor.dialect(dataSource).server();
    }

    private static boolean refuted(DataSource dataSource) {
        return refuted(dataSource, PATIENT);
    }

    private static boolean refuted(DataSource dataSource, Duration longest) {
        return new LockProbe(dataSource, new SchemaAccess(dataSource, null, null)).refutes(longest);
    }

    /** Returns whether a probe came to its last statement, by which a transaction skips a row. */
    private boolean proven() {
        RecordedStatements recorded = new RecordedStatements(sound);
        return !refuted(recorded)
                && recorded.taken().stream().filter(SKIPPING::equals).count() == 2;
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
        assertThat(RewrittenStatements.refusal(new BatonSchema(lying, null)::requireLocks))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("does not skip a row that another transaction has locked")
                .extracting(refusal -> ((StartRefusedException) refusal).action())
                .asString()
                .contains("@BatonDataSource", "docs/requirements.md#databases-that-only-speak-the-protocol");
    }

    @Test
    void a_sound_server_is_proven_at_the_first_start_and_later() {
        assertThat(proven()).isTrue();
        assertThat(proven()).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void a_later_start_costs_seven_statements_and_writes_nothing() {
        refuted(sound);
        RecordedStatements recorded = new RecordedStatements(sound);
        assertThat(refuted(recorded)).isFalse();
        assertThat(recorded.taken()).hasSizeLessThanOrEqualTo(7).noneMatch(sql -> sql.startsWith("INSERT"));
    }

    @Test
    void nodes_that_start_together_all_start() {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (int round = 0; round < 10; round++) {
                firstStart();
                List<CompletableFuture<Boolean>> nodes = IntStream.range(0, 6)
                        .mapToObj(node -> CompletableFuture.supplyAsync(() -> refuted(sound), threads))
                        .toList();
                assertThat(nodes.stream().map(CompletableFuture::join)).containsOnly(false);
                assertThat(rows()).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_row_that_a_transaction_holds_was_skipped() throws SQLException {
        refuted(sound);
        try (Connection holder = sound.getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute(LOCK);
            assertThat(refuted(sound)).isFalse();
            holder.rollback();
        }
    }

    @Test
    void a_locked_table_leaves_it_unproven() throws SQLException {
        refuted(sound);
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
        assertThat(proven()).isTrue();
    }

    @Test
    void one_connection_alone_leaves_it_unproven_and_is_returned() throws SQLException {
        try (SingleConnectionDataSource same =
                new SingleConnectionDataSource(sound.getJdbcUrl(), sound.getUsername(), sound.getPassword(), true)) {
            assertThat(refuted(same)).isFalse();
            assertThat(same.getConnection().getAutoCommit()).isTrue();
        }
        try (HikariDataSource one = new HikariDataSource()) {
            one.setJdbcUrl(sound.getJdbcUrl());
            one.setUsername(sound.getUsername());
            one.setPassword(sound.getPassword());
            one.setMaximumPoolSize(1);
            assertThat(refuted(one, SECOND)).isFalse();
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
            assertThat(refuted(reader)).isFalse();
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
        assertThat(refuted(replacing(" SKIP LOCKED", " SKIP BOLTED"))).isFalse();
    }

    /** Without the query by which servers are recognized, too. */
    @Test
    void a_server_that_says_nothing_of_itself_is_refused() {
        String server = server(sound);
        refused(new RewrittenStatements(withoutLocks(), sql -> sql.equals(server) ? "SELECT no_such_thing()" : sql));
    }

    /** The two sessions name two servers. */
    @Test
    void two_servers_with_locks_of_their_own_leave_it_unproven() {
        String server = server(sound);
        AtomicInteger servers = new AtomicInteger();
        DataSource cluster = new RewrittenStatements(
                withoutLocks(), sql -> sql.equals(server) ? "SELECT " + servers.incrementAndGet() : sql);
        assertThatCode(() -> new BatonSchema(cluster, null).requireLocks()).doesNotThrowAnyException();
        assertThat(servers).hasValue(2);
    }
}
