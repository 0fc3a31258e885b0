package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A node that gets no threads, as where processes are limited, leaves jobs to others and claims none for a while. */
@ExtendWith(OutputCaptureExtension.class)
class NoThreadsTests extends WorkerTurnsFixture {

    private static final int JOBS = 101;

    private int claims;

    @BeforeEach
    void more_jobs_wait_than_a_claim_takes() throws Exception {
        noThreads = true;
        worker.heartbeat.turn();
        LongStream.range(0, JOBS).forEach(i -> enqueue("work"));
        here.onReady(() -> woken++);
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
    }

    /** As its loop does: at once while there is something to do, and after each rest. The database has jobs that are due all the while. */
    private void passes(Duration time) throws Exception {
        long end = now + time.toNanos();
        for (int turns = 0; turns < 10_000 && now <= end; turns++) {
            woken = 0;
            Duration rest = worker.claims.turn();
            claims += worker.settler.unsettled() > 0 ? 1 : 0;
            settle();
            runAll();
            settle();
            if (woken == 0) {
                now += rest.toNanos();
                store.promoteDue(JOBS);
                worker.heartbeat.turn();
                here.jobsAvailable(ReadyJobs.outOfTurn("q"));
            }
        }
        now = Math.min(now, end);
    }

    @Test
    void it_claims_nothing_for_a_while_that_grows_to_a_minute(CapturedOutput log) throws Exception {
        passes(Duration.ZERO);
        assertThat(claims).isEqualTo(1);
        passes(Duration.ofSeconds(2));
        assertThat(claims).isEqualTo(1);
        assertThat(log.toString()).containsOnlyOnce("The JVM gives no thread");
        passes(Duration.ofMinutes(10));
        claims = 0;
        passes(Duration.ofHours(1));
        assertThat(claims).isBetween(60, 120);
        assertThat(worker.identity.known())
                .as("what runs is not given up for that")
                .isNotNull();
    }

    @Test
    void claimed_jobs_are_left_to_others_without_using_an_attempt() throws Exception {
        passes(Duration.ZERO);
        long away = LongStream.rangeClosed(1, JOBS)
                .filter(id -> state(id) == JobState.SCHEDULED)
                .findFirst()
                .orElseThrow();
        assertThat(untilDue(away)).isPositive();
        assertThat(find(away).attempts()).isZero();
        assertThat(worker.holdings.count()).isZero();
    }

    @Test
    void health_says_so_until_it_goes_on_by_itself() throws Exception {
        passes(Duration.ZERO);
        assertThat(session.report().shortages().get("threads")).contains("no thread");
        passes(Duration.ofMinutes(5));
        assertThat(session.report().shortages()).containsKey("threads");
        noThreads = false;
        passes(Duration.ofMinutes(2));
        assertThat(session.report().shortages()).isEmpty();
        assertThat(calls).hasSize(JOBS);
    }

    @Test
    void what_it_has_threads_for_runs() throws Exception {
        WorkerAssembly wide = assembly(3, 20);
        session(wide);
        threads = 2;
        noThreads = false;
        wide.heartbeat.turn();
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        wide.claims.turn();
        runAll();
        assertThat(calls).hasSize(2);
        assertThat(wide.claims.turn()).isPositive();
        assertThat(started).isEmpty();
    }
}
