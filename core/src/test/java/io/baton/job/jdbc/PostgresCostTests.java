package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.jdbc.PostgresSession.Reads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** What a claim and a completion read does not grow with what lies beside them. */
class PostgresCostTests {

    private static final int CLAIM = 20;
    private static final int ROUND = 1_000;
    private static final int PURGED = 1_000;
    private static final String HISTORY_PAGES = "SELECT pg_stat_get_xact_blocks_fetched('baton_job_history'::regclass)"
            + " + pg_stat_get_xact_blocks_fetched('baton_job_history_ended'::regclass)";

    private static final long SECOND = 1_000_000_000;

    private final PostgresSession session = new PostgresSession();
    private Reads alone;

    @BeforeEach
    void measureAlone() {
        session.insert(10_000, "'q'");
        alone = completing();
    }

    @AfterEach
    void close() {
        session.close();
    }

    private Reads completing() {
        return session.reads(() -> {
            List<ClaimedJob> claimed = session.claim(CLAIM);
            assertThat(claimed).hasSize(CLAIM);
            session.settle(claimed, 0, Outcome.Completed.PLAIN);
        });
    }

    private void assertThatClaimsCostTheSame() {
        assertNoMore(completing(), alone);
        session.sql.execute("ANALYZE baton_job");
        assertNoMore(completing(), alone);
    }

    private static void assertNoMore(Reads reads, Reads before) {
        assertThat(reads.wholeScans()).as("scans of the whole table").isZero();
        assertThat(reads.pages()).as("pages").isLessThanOrEqualTo(2 * before.pages());
    }

    @Test
    void with_jobs_due_later_however_important() {
        Reads promoting = session.reads(() -> session.jobs.promoteDue(CLAIM));
        session.insert(100_000, "'q'", 0, 9, "clock_timestamp() + interval '1 day'");
        assertThatClaimsCostTheSame();
        assertThat(session.reads(() -> session.jobs.promoteDue(CLAIM)).pages())
                .isLessThanOrEqualTo(promoting.pages() + 10);
        assertThat(session.reads(session::pulse).pages()).isLessThan(50);
    }

    @Test
    void with_dead_jobs() {
        session.insert(100_000, "'q'", 5, 9, "clock_timestamp() - interval '1 day'");
        assertThatClaimsCostTheSame();
    }

    @Test
    void with_history() {
        session.sql.update(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                        + " SELECT -n, 'work', 'q', -1, 4, 1, clock_timestamp(), clock_timestamp(), clock_timestamp()"
                        + " FROM generate_series(1, 100000) n");
        assertThatClaimsCostTheSame();
    }

    /** Before anything is analyzed and after, once the server has settled on plans. */
    @Test
    void to_find_the_jobs_of_a_key_beside_many_jobs() {
        session.insert(200_000, "'q'");
        session.sql.update("INSERT INTO baton_key (job_id, job_key) SELECT id, 'order:' || id / 10 FROM baton_job");
        JobFilter key = JobFilter.all().key("order:5000");
        for (int round = 0; round < 2; round++) {
            for (int settling = 0; settling < 12; settling++) {
                Reads reads = session.reads(() -> {
                    assertThat(session.jobs.search(key, 0, 50)).hasSize(10);
                    assertThat(session.jobs.search(key.state(JobState.READY), 0, 5))
                            .hasSize(5);
                    assertThat(session.jobs.ids(key, 0, 500)).hasSize(10);
                    assertThat(session.jobs.anyUnfinished(key)).isTrue();
                });
                assertThat(reads.wholeScans()).as("scans of the whole table").isZero();
                assertThat(reads.pages()).as("pages").isLessThan(2_000);
            }
            session.sql.execute("ANALYZE");
        }
    }

    /** Rows that were purged just before, which no vacuum has removed, lie in front of those that are left. */
    @Test
    void a_purge_reads_no_history_that_stays_and_none_that_is_gone() {
        Duration day = Duration.ofDays(1);
        session.sql.execute("ALTER TABLE baton_job_history SET (autovacuum_enabled = off)");
        session.sql.update(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                        + " SELECT -n, 'work', 'q', -1, 4, 1, clock_timestamp(), clock_timestamp(),"
                        + " clock_timestamp() - n / 80001 * interval '2 days' - n * interval '1 ms' FROM generate_series(1, 100000) n");
        session.sql.execute("VACUUM (ANALYZE) baton_job_history");
        List<Long> pages = new ArrayList<>();
        int purged = PURGED;
        while (purged == PURGED) {
            purged = purge(new Retention(day, day, day, 100), pages);
        }
        assertThat(pages).hasSize(21);
        assertThat(pages.get(20))
                .as("pages of the portion after all that have gone")
                .isLessThan(50);
        pages.clear();
        session.sql.execute("VACUUM baton_job_history");
        assertThat(purge(new Retention(day, day, day, 100), pages)).isZero();
        assertThat(pages.get(0)).isLessThan(50);
    }

    private int purge(Retention retention, List<Long> pages) {
        int[] purged = new int[1];
        JdbcTemplate own = new JdbcTemplate(session.connection());
        session.reads(() -> {
            long before = requireNonNull(own.queryForObject(HISTORY_PAGES, Long.class));
            purged[0] = session.jobs.purge(retention, PURGED);
            pages.add(requireNonNull(own.queryForObject(HISTORY_PAGES, Long.class)) - before);
        });
        return purged[0];
    }

    @Test
    void with_hundreds_of_queues() {
        session.insert(100_000, "'q' || n % 500", 1, 9, "clock_timestamp()");
        assertThatClaimsCostTheSame();
        assertThat(session.reads(session::pulse).pages()).isLessThan(50);
    }

    /** Each round is 10 s further on, and its claim seems to take 20 ms. */
    @Test
    void with_marks_and_a_transaction_that_keeps_all_dead_rows() throws SQLException {
        session.sql.update("DELETE FROM baton_job");
        AtomicLong now = new AtomicLong();
        PostgresClaim claims =
                new PostgresClaim(new Database(session.connection(), null), () -> now.getAndAdd(SECOND / 50));
        try (Connection pinning = session.others().getConnection()) {
            pin(pinning);
            Reads first = round(claims, 0);
            for (int round = 1; round < 40; round++) {
                round(claims, round);
            }
            assertNoMore(round(claims, 40), first);

            insert(41);
            now.addAndGet(10 * SECOND);
            assertThat(claiming(claims, CLAIM).pages())
                    .as("pages from the front, which the marks spare")
                    .isGreaterThan(3 * first.pages());
            assertNoMore(claiming(claims, CLAIM), first);

            claiming(claims, ROUND - 2 * CLAIM);
            putBack();
            claims.expect(ReadyJobs.outOfTurn("q"));
            now.addAndGet(SECOND);
            claiming(claims, 1, CLAIM);
            insert(42);
            assertThat(claiming(claims, CLAIM).pages())
                    .as("pages after a job that was put back, which was the only one behind the mark")
                    .isLessThanOrEqualTo(2 * first.pages());
            pinning.rollback();
        }
    }

    private static void pin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        new JdbcTemplate(new SingleConnectionDataSource(connection, true)).queryForList("SELECT 1");
    }

    private void insert(int round) {
        session.insert(ROUND, "'q'", 1, 0, "clock_timestamp() - interval '1 day' + interval '10 s' * " + round);
    }

    /** What the last claim of many reads. */
    private Reads round(PostgresClaim claims, int round) {
        insert(round);
        claiming(claims, ROUND - CLAIM);
        Reads last = claiming(claims, CLAIM);
        session.sql.update("DELETE FROM baton_job WHERE state = 2");
        return last;
    }

    private Reads claiming(PostgresClaim claims, int jobs) {
        return claiming(claims, jobs, jobs);
    }

    private Reads claiming(PostgresClaim claims, int jobs, int wanted) {
        return session.reads(
                () -> assertThat(claims.claim(new Claim("q", UUID.randomUUID(), session.worker, wanted, null)))
                        .hasSize(jobs));
    }

    /** One job, as old as the first. */
    private void putBack() {
        session.insert(1, "'q'", 1, 0, "clock_timestamp() - interval '2 days'");
    }
}
