package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Sound servers are accepted, whatever else runs on them; those that accept the words of locking reads and do not heed them are refused. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase({TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.MYSQL})
class LockProbeTests implements TestsOnDatabase {

    private static final String LOCK =
            "SELECT step FROM baton_flow_edge WHERE batch_id = -1 AND step = 0 AND after_step = 0 FOR UPDATE";

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
        SchemaWords words = words(dataSource);
        SchemaAccess access =
                new SchemaAccess(new JdbcTemplate(dataSource), words, null, new Scripts(words.location()));
        return new LockProbe(dataSource, new Database(dataSource, null), access).finding();
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

    private static void refused(DataSource lying, Finding finding, String fault) {
        assertThat(finding(lying)).isEqualTo(finding);
        assertThatThrownBy(() -> new BatonSchema(lying, null).requireLocks())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith("Baton does not run on the server behind its data source, which ")
                .hasMessageContaining(fault)
                .extracting(refusal -> ((StartRefusedException) refusal).action())
                .asString()
                .contains("@BatonDataSource", "docs/requirements.md#databases-that-only-speak-the-protocol");
    }

    @Test
    void a_sound_server_is_proven_at_the_first_start_and_later() {
        assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
        assertThat(finding(sound)).isEqualTo(Finding.LOCKED);
        assertThat(rows()).isOne();
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
                assertThat(rows()).isOne();
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
        try (SingleConnectionDataSource same = new SingleConnectionDataSource(
                sound.getJdbcUrl(), sound.getUsername(), sound.getPassword(), true)) {
            assertThat(finding(same)).isEqualTo(Finding.UNPROVEN);
            assertThat(same.getConnection().getAutoCommit()).isTrue();
        }
        try (HikariDataSource one = new HikariDataSource()) {
            one.setJdbcUrl(sound.getJdbcUrl());
            one.setUsername(sound.getUsername());
            one.setPassword(sound.getPassword());
            one.setMaximumPoolSize(1);
            assertThat(finding(one)).isEqualTo(Finding.UNPROVEN);
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

    @Test
    void a_session_keeps_its_limits_for_lock_waits() throws SQLException {
        assumeTrue(kind != TestDatabase.POSTGRES, "PostgreSQL's are those of the transaction");
        String limits = "SELECT CONCAT(@@lock_wait_timeout, ' ', @@innodb_lock_wait_timeout)";
        String before = new JdbcTemplate(sound).queryForObject(limits, String.class);
        finding(sound);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(sound.getJdbcUrl());
            pool.setUsername(sound.getUsername());
            pool.setPassword(sound.getPassword());
            pool.setMaximumPoolSize(2);
            assertThat(finding(pool)).isEqualTo(Finding.LOCKED);
            try (Connection one = pool.getConnection();
                    Connection other = pool.getConnection()) {
                for (Connection each : List.of(one, other)) {
                    assertThat(new JdbcTemplate(new SingleConnectionDataSource(each, true))
                                    .queryForObject(limits, String.class))
                            .isEqualTo(before);
                }
            }
        }
    }

    @Test
    void a_server_that_locks_nothing_is_refused() {
        refused(withoutLocks(), Finding.TAKEN_TWICE, "two nodes would run the same job");
    }

    @Test
    void a_server_whose_locks_are_shared_is_refused() {
        String shared = kind == TestDatabase.MARIADB ? " LOCK IN SHARE MODE SKIP LOCKED" : " FOR SHARE SKIP LOCKED";
        refused(
                replacing(" FOR UPDATE SKIP LOCKED", shared),
                Finding.TAKEN_TWICE,
                "gives a row that one transaction has locked to another one too");
    }

    @Test
    void a_server_that_does_not_skip_is_refused() {
        refused(replacing(" SKIP LOCKED", ""), Finding.WAITED, "waits for a locked row");
    }

    @Test
    void a_server_that_does_not_know_the_words_is_refused() {
        refused(
                replacing(" SKIP LOCKED", " SKIP BOLTED"),
                Finding.UNKNOWN_WORDS,
                "does not know SELECT .. FOR UPDATE SKIP LOCKED");
    }

    /** Without the queries by which sessions and servers are recognized, too. */
    @Test
    void a_server_that_says_nothing_of_itself_is_refused() {
        SchemaWords words = words(sound);
        DataSource lying = new RewrittenStatements(withoutLocks(), sql -> sql.equals(words.session())
                        || sql.equals(words.server())
                ? "SELECT no_such_thing()"
                : sql);
        assertThat(finding(lying)).isEqualTo(Finding.TAKEN_TWICE);
    }

    /** The cluster says in turn which server has a connection. */
    private DataSource cluster(String... servers) {
        SchemaWords words = words(sound);
        Deque<String> names = new ConcurrentLinkedDeque<>(List.of(servers));
        return new RewrittenStatements(
                withoutLocks(), sql -> sql.equals(words.server()) ? "SELECT '" + names.remove() + "'" : sql);
    }

    @Test
    void two_servers_with_locks_of_their_own_leave_it_unproven() {
        assertThat(finding(cluster("b", "a", "b", "a"))).isEqualTo(Finding.ANOTHER_SERVER);
        assertThatCode(() -> new BatonSchema(cluster("b", "a", "b", "a"), null).requireLocks())
                .doesNotThrowAnyException();
    }

    @Test
    void another_connection_to_the_first_server_is_tried() {
        assertThat(finding(cluster("b", "a", "a", "a", "a", "a"))).isEqualTo(Finding.TAKEN_TWICE);
    }
}
