package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.jdbc.PostgresSession.Reads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a session that made its plans on an empty table reads once the table is full. PostgreSQL keeps such plans until the table is
 * analyzed, and nobody but the test does that here.
 */
class PostgresPlanTests {

    private static final int SMALL = 1_000;
    private static final int BURST = 300_000;
    /** Jobs that were just claimed lie in the way of the next; the whole table has ten times as many pages. */
    private static final int MARGIN = 500;
    /** The driver prepares a statement on the server at its fifth run, and the server settles on a plan five runs later. */
    private static final int RUNS_TO_SETTLE_ON_A_PLAN = 12;

    private static final long SLOW = 20_000_000;

    private final PostgresSession session = new PostgresSession();

    @BeforeEach
    void registerWorkersToForget() {
        for (int i = 0; i < 60; i++) {
            long worker = session.register();
            session.sql.update("UPDATE baton_worker SET dead = TRUE, seen_at = '2020-01-01Z' WHERE id = ?", worker);
        }
    }

    @AfterEach
    void close() {
        session.close();
    }

    /** Everything a worker does. */
    private Map<String, Runnable> verbs() {
        Duration day = Duration.ofDays(1);
        Map<String, Runnable> verbs = new LinkedHashMap<>();
        verbs.put("complete 100", () -> session.settle(session.claim(100), 100, Outcome.Completed.PLAIN));
        verbs.put("complete one", () -> session.settle(session.claim(1), 1, Outcome.Completed.PLAIN));
        verbs.put("retry", () -> session.settle(session.claim(10), 10, new Outcome.Retried(Duration.ZERO, "failed")));
        verbs.put("look for a lost claim", () -> session.jobs.claimedUnder(claim(session.worker)));
        verbs.put("find", () -> session.jobs.find(1));
        verbs.put("ask what the worker holds", () -> session.jobs.heldBy(session.worker));
        verbs.put("promote", () -> session.jobs.promoteDue(100));
        verbs.put("ask for the next due", session.jobs::nextDue);
        verbs.put("ask for queues with work", () -> session.jobs.queuesWithWork(Set.of("q", "empty")));
        verbs.put("beat", session::pulse);
        verbs.put("ask for the dead", () -> session.workers.dead(10));
        verbs.put("unlock", this::unlock);
        verbs.put("unlock strays", () -> session.jobs.unlockStrays(100));
        verbs.put("forget", () -> session.workers.forget(1));
        verbs.put("purge", () -> session.jobs.purge(new Retention(day, day, day, 100), 100));
        return verbs;
    }

    private static Claim claim(long worker) {
        return new Claim("q", UUID.randomUUID(), worker, 100, null);
    }

    private void unlock() {
        long mortal = session.register();
        session.jobs.claim(claim(mortal)).jobs();
        session.workers.deregister(mortal, true);
        session.jobs.unlock(mortal, 100);
    }

    private void settleOnPlans() {
        for (int i = 0; i < RUNS_TO_SETTLE_ON_A_PLAN; i++) {
            verbs().values().forEach(session::reads);
        }
    }

    private Map<String, Reads> reads() {
        Map<String, Reads> reads = new LinkedHashMap<>();
        verbs().forEach((verb, work) -> reads.put(verb, session.reads(work)));
        return reads;
    }

    private static void assertThatDepthCostsNothing(Map<String, Reads> small, Map<String, Reads> deep) {
        assertThat(deep).allSatisfy((verb, reads) -> {
            assertThat(reads.wholeScans()).as("scans of the whole table").isZero();
            assertThat(reads.pages())
                    .as("pages")
                    .isLessThanOrEqualTo(2 * requireNonNull(small.get(verb)).pages() + MARGIN);
        });
    }

    @Test
    void plans_made_on_an_empty_table_serve_a_full_one() {
        session.sql.execute("VACUUM (ANALYZE) baton_job");
        settleOnPlans();
        session.insert(SMALL, "'q'");
        Map<String, Reads> small = reads();
        session.insert(BURST, "'q'");
        assertThatDepthCostsNothing(small, reads());

        session.sql.execute("ANALYZE baton_job");
        settleOnPlans();
        assertThatDepthCostsNothing(small, reads());
    }

    /** A sort of all that is ready is the right plan for a handful of jobs. Each claim seems to take as long as the test says. */
    @ParameterizedTest
    @ValueSource(ints = {20, 100})
    void a_plan_made_for_few_jobs_is_dropped_once_slow(int handful) {
        AtomicLong cost = new AtomicLong();
        AtomicLong now = new AtomicLong();
        PostgresClaim claims =
                new PostgresClaim(new Database(session.connection(), null), () -> now.getAndAdd(cost.get()));
        session.insert(handful, "'q'");
        session.sql.execute("VACUUM (ANALYZE) baton_job");
        claimRepeatedly(claims);
        session.insert(BURST, "'q'");
        assertThat(claimRepeatedly(claims))
                .as("whole scans while they seem fast")
                .isPositive();

        cost.set(SLOW);
        claimRepeatedly(claims);
        assertThat(claimRepeatedly(claims)).as("whole scans once one was slow").isZero();
    }

    private long claimRepeatedly(PostgresClaim claims) {
        long scans = 0;
        for (int i = 0; i < RUNS_TO_SETTLE_ON_A_PLAN; i++) {
            scans += session.reads(() -> claims.claim(claim(session.worker))).wholeScans();
        }
        return scans;
    }

    /** That the pages which the migration leaves are what keeps the plans right, and that this would be noticed. */
    @Test
    void plans_made_on_a_table_without_pages_would_not() {
        session.sql.execute("VACUUM (FULL, ANALYZE) baton_job");
        settleOnPlans();
        session.insert(SMALL, "'q'");
        assertThat(session.reads(() -> session.claim(1)).wholeScans()).isPositive();
    }
}
