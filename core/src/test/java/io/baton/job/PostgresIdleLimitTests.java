package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A handler's transaction that has settled must not hold its job for ever if its worker vanishes from the network. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresIdleLimitTests {

    private static final String LIMIT = "SELECT current_setting('idle_in_transaction_session_timeout')";

    private final HikariDataSource dataSource = TestDatabase.POSTGRES.freshDatabase();
    private final JdbcTemplate sql = new JdbcTemplate(dataSource);
    private final TransactionTemplate handlers = new TransactionTemplate(new JdbcTransactionManager(dataSource));
    private long worker;

    @BeforeAll
    void migrate() {
        new BatonSchema(dataSource, null).migrate();
        worker = new JdbcWorkerStore(new Database(dataSource, null))
                .register(new WorkerInfo(
                        "a", "host", 1, UUID.randomUUID(), "test", Duration.ofSeconds(10), Set.of("q"), Set.of()));
    }

    @AfterAll
    void close() {
        dataSource.close();
    }

    static Stream<List<Outcome>> settled() {
        return Stream.of(
                List.of(Outcome.Completed.PLAIN),
                List.of(Outcome.Completed.PLAIN, Outcome.Completed.PLAIN),
                List.of(new Outcome.Retried(Duration.ofHours(1), "why")));
    }

    @ParameterizedTest
    @MethodSource("settled")
    void what_has_settled_has_only_to_commit(List<Outcome> outcomes) {
        JobStore store = JobStore.on(new Database(dataSource, null), TestedStore.KEEP_ALL);
        store.insertAll(job().times(outcomes.size()));
        List<ClaimedJob> jobs = store.claim(new Claim("q", UUID.randomUUID(), worker, outcomes.size(), null))
                .jobs();
        handlers.executeWithoutResult(transaction -> {
            String before = sql.queryForObject(LIMIT, String.class);
            store.settle(Stream.iterate(0, i -> i < jobs.size(), i -> i + 1)
                    .map(i -> new Settlement(jobs.get(i).fence(), outcomes.get(i), false, null))
                    .toList());
            assertThat(before).isEqualTo("0");
            assertThat(sql.queryForObject(LIMIT, String.class)).isEqualTo("10s");
        });
        assertThat(sql.queryForObject(LIMIT, String.class)).isEqualTo("0");
    }

    @Test
    void a_handler_may_have_more_time_than_the_server_can_count() {
        Database database = new Database(dataSource, null);
        handlers.executeWithoutResult(transaction -> {
            database.limitIdling(Duration.ofDays(300_000_000_000L));
            assertThat(sql.queryForObject(LIMIT, String.class)).isEqualTo(Integer.MAX_VALUE + "ms");
        });
    }

    @Test
    void a_handler_with_a_timeout_may_not_idle_for_longer() {
        Database database = new Database(dataSource, null);
        handlers.executeWithoutResult(transaction -> {
            database.limitIdling(Duration.ofSeconds(35));
            assertThat(sql.queryForObject(LIMIT, String.class)).isEqualTo("35s");
        });
        assertThat(sql.queryForObject(LIMIT, String.class)).isEqualTo("0");
    }
}
