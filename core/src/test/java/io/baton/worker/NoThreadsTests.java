package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A node that gets no threads, as where processes are limited, leaves jobs to others and works with those threads that it has. */
@ExtendWith(OutputCaptureExtension.class)
class NoThreadsTests extends WorkerTurnsFixture {

    private static final int JOBS = 101;

    private int turns;
    private long claims;

    @BeforeEach
    void more_jobs_wait_than_a_claim_takes() throws Exception {
        noThreads = true;
        worker.beating().turn();
        IntStream.range(0, JOBS).forEach(i -> enqueue("work"));
        here.onReady(() -> woken++);
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
    }

    /** As its loop does: at once while there is something to do, and after each rest. */
    private void passes(Duration time) throws Exception {
        long end = now + time.toNanos();
        for (int most = turns + 1_000; turns < most && now <= end; turns++) {
            woken = 0;
            Duration rest = worker.claiming().turn();
            claims += worker.holdings().count();
            settle();
            if (woken == 0) {
                now += rest.toNanos();
            }
        }
        now = Math.min(now, end);
        store.promoteDue(JOBS);
    }

    @Test
    void it_does_not_claim_and_hand_back_without_a_pause(CapturedOutput log) throws Exception {
        passes(Duration.ZERO);
        assertThat(claims).as("jobs that were claimed in no time at all").isBetween(1L, 20L);
        assertThat(turns).isLessThan(10);
        passes(Duration.ofSeconds(50));
        assertThat(claims).as("jobs that were claimed in a minute").isLessThan(60);
        assertThat(log.toString()).containsOnlyOnce("No thread could be had");
    }

    @Test
    void what_it_claimed_is_left_to_others_for_a_while_and_no_attempt() throws Exception {
        passes(Duration.ZERO);
        List<Long> away = IntStream.rangeClosed(1, JOBS)
                .mapToObj(id -> (long) id)
                .filter(id -> state(id) == JobState.SCHEDULED)
                .toList();
        assertThat(away).isNotEmpty();
        assertThat(untilDue(away.get(0))).isPositive();
        assertThat(find(away.get(0)).attempts()).isZero();
    }

    @Test
    void health_says_so_while_it_pauses() throws Exception {
        passes(Duration.ZERO);
        assertThat(session.report().shortages().get("queue q")).contains("runs 0 of 1 jobs", "no thread");
        noThreads = false;
        passes(Duration.ofMinutes(2));
        assertThat(started).isNotEmpty();
        assertThat(session.report().shortages()).isEmpty();
        runAll();
    }

    @Test
    void a_worker_that_can_start_nothing_for_long_resigns_and_comes_back_once_it_can() throws Exception {
        for (int seconds = 0; seconds < 120 && worker.identity().known() != null; seconds++) {
            stepOfASecond();
        }
        assertThat(worker.identity().known()).isNull();
        noThreads = false;
        for (int seconds = 0; seconds < 600 && calls.size() < JOBS; seconds++) {
            stepOfASecond();
            runAll();
            settle();
        }
        assertThat(calls).hasSize(JOBS);
    }

    private void stepOfASecond() throws Exception {
        now += Duration.ofSeconds(1).toNanos();
        store.promoteDue(JOBS);
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        worker.beating().turn();
        try {
            worker.claiming().turn();
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("tried again after a pause");
        }
        settle();
    }

    @Test
    void a_worker_with_handlers_that_run_does_not_resign() throws Exception {
        noThreads = false;
        WorkerAssembly wide = assembly(2, 0);
        session(wide);
        wide.beating().turn();
        here.jobsAvailable(ReadyJobs.outOfTurn("q"));
        wide.claiming().turn();
        assertThat(started).hasSize(2);
        noThreads = true;
        Lane lane = wide.runners().lanes().values().iterator().next();
        started.remove().run();
        for (int seconds = 0; seconds < 60; seconds++) {
            now += Duration.ofSeconds(1).toNanos();
            here.jobsAvailable(ReadyJobs.outOfTurn("q"));
            wide.beating().turn();
            wide.claiming().turn();
        }
        assertThat(lane.running()).isEqualTo(1);
        assertThat(wide.identity().known()).isNotNull();
    }

    @Test
    void what_the_runners_that_it_has_soon_get_to_stays() {
        Lane lane = new Lane(
                "q",
                new Places(new QueueSettings(3, 20), () -> now),
                1,
                type -> 1,
                MemoryShares.of(Long.MAX_VALUE, 1),
                new SuspectGate());
        lane.ran(1, Duration.ofMillis(10).toNanos());
        assertThat(lane.offer(LaneJobs.jobs(10, "a")).runners()).isEqualTo(3);
        lane.runnerStarted(2);
        List<ClaimedJob> beyond = lane.runnersFailed(2);
        assertThat(lane.running()).isEqualTo(1);
        assertThat(beyond).as("all but what takes it fifty milliseconds").hasSize(5);
        assertThat(lane.wanted()).isZero();
    }
}
