package io.baton.worker.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Retention;
import io.baton.loop.Ticker;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.JobExecutor;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.lane.Lane.SuspectGate;
import io.baton.worker.lane.LaneRunners.RunnerThreads;
import io.baton.worker.life.WorkerParts;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Runs;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What runners leave behind when their worker is lost, or when something breaks outside of a handler. */
@ExtendWith(OutputCaptureExtension.class)
class LaneRunnersTests {

    private static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, new Retention(null, null, null, 100));
    private long now;
    private final Holdings holdings = new Holdings(Runs.NO_LISTENER, this::look);
    private final SuspectGate gate = new SuspectGate();
    private final Lane lane = lane("q", 1);
    private final Deque<Runnable> started = new ArrayDeque<>();
    private final Deque<Runnable> looks = new ArrayDeque<>();
    private final Engine engine = WorkerParts.engine(store, database, database, this::look);
    private final Settler settler = new Settler(
            WorkerParts.engine(store, database, database, Ticker.SYSTEM),
            holdings,
            new WakeupInbox(),
            new WakeupInbox());

    private final LaneRunners runners = runners(Map.of("q", lane), started::add);

    /** Nobody prepares or runs a job here: that breaks. */
    @SuppressWarnings("NullAway")
    private LaneRunners runners(Map<String, Lane> lanes, Executor executor) {
        return new LaneRunners(
                lanes,
                new RunnerThreads(executor, Ticker.SYSTEM),
                new JobExecutor(null, null, null, null, new WorkerIdentity(engine, null, DEAD_AFTER)),
                settler,
                holdings,
                Deadlines.onThread());
    }

    private Lane lane(String queue, int concurrency) {
        return new Lane(
                queue, new QueueSettings(concurrency, 10), 1, type -> 1, MemoryShares.of(Long.MAX_VALUE, 1), gate);
    }

    /** Something may happen whenever the lease is looked at. */
    private long look() {
        Runnable meanwhile = looks.poll();
        if (meanwhile != null) {
            meanwhile.run();
        }
        return now;
    }

    private static ClaimedJob job(int crashes) {
        return ClaimedJobs.plain(
                1, UUID.randomUUID(), "work", "q", 0, 1, crashes, null, Instant.EPOCH, Instant.EPOCH, "{}");
    }

    private void theLeaseRunsOut() {
        now += DEAD_AFTER.toNanos();
    }

    @Test
    void a_job_lost_while_taken_stays_neither_in_lane_nor_gate() {
        ClaimedJob suspect = job(2);
        runners.accept("q", List.of(suspect));
        theLeaseRunsOut();
        looks.add(holdings::forgetAll);
        started.remove().run();
        assertThat(lane.idle()).isTrue();
        assertThat(gate.inside()).isNull();
        assertThat(started).isEmpty();
        assertThat(settler.unsettled()).as("it is nobody's business here").isZero();
    }

    /** Whoever dropped all that waits was there before this came back to wait. */
    @Test
    void a_job_put_back_into_an_emptied_lane_is_checked_again() {
        runners.accept("q", List.of(job(0)));
        theLeaseRunsOut();
        looks.addAll(List.of(() -> {}, () -> {}, holdings::forgetAll));
        started.remove().run();
        assertThat(started).as("another runner finds out that it is lost").hasSize(1);
        started.remove().run();
        assertThat(lane.idle()).isTrue();
    }

    /** Whoever closed it has handed back by then what waited. */
    @Test
    void a_job_that_cannot_start_in_a_closed_lane_is_released_once() {
        runners.accept("q", List.of(job(0)));
        theLeaseRunsOut();
        lane.close();
        started.remove().run();
        assertThat(settler.unsettled()).isEqualTo(1);
        assertThat(lane.idle()).isTrue();
        assertThat(started).isEmpty();
    }

    @Test
    void what_cannot_be_put_into_a_lane_is_not_held() {
        ClaimedJob job = job(0);
        assertThatThrownBy(() -> runners.accept("other", List.of(job))).isInstanceOf(NullPointerException.class);
        assertThat(holdings.holds(job.fence())).isFalse();
    }

    /** As while the pool has no connections: one stack trace says it all. */
    @Test
    void what_fails_outside_of_handlers_again_and_again_is_told_once(CapturedOutput output) {
        for (int i = 0; i < 5; i++) {
            runners.accept("q", List.of(job(0)));
            started.remove().run();
        }
        assertThat(settler.unsettled()).isEqualTo(5);
        assertThat(output).containsOnlyOnce("failed outside its handler");
    }

    @Test
    void a_runner_that_fails_before_its_handler_releases_its_job_and_continues() {
        runners.accept("q", List.of(job(0)));
        started.remove().run();
        assertThat(settler.unsettled()).isEqualTo(1);
        assertThat(holdings.runs()).isEmpty();
        assertThat(lane.idle()).isTrue();
    }

    @Test
    void no_job_waits_for_a_runner_that_got_no_thread() {
        Lane wide = lane("q", 3);
        runners(Map.of("q", wide), task -> {
                    throw new RejectedExecutionException();
                })
                .accept("q", List.of(job(0), job(0), job(0)));
        assertThat(settler.unsettled()).isEqualTo(3);
        assertThat(wide.idle()).isTrue();
    }

    @Test
    void jobs_that_came_while_one_was_lost_get_a_runner() {
        runners.accept("q", List.of(job(0)));
        theLeaseRunsOut();
        looks.add(() -> {
            runners.drop();
            runners.accept("q", List.of(job(0)));
        });
        started.remove().run();
        assertThat(started).hasSize(1);
    }

    @Test
    void a_suspect_lost_while_taken_lets_one_of_another_lane_start() {
        LaneRunners both = runners(Map.of("q", lane, "other", lane("other", 1)), started::add);
        holdings.onSettled(job -> {
            if (gate.leave(job)) {
                both.startSuspect();
            }
        });
        both.accept("q", List.of(job(2)));
        theLeaseRunsOut();
        looks.add(() -> {
            both.drop();
            both.accept("other", List.of(job(2)));
        });
        started.remove().run();
        assertThat(started).hasSize(1);
    }

    @Test
    void a_suspect_lost_before_its_run_leaves_no_run_and_no_gate() {
        holdings.onSettled(gate::leave);
        runners.accept("q", List.of(job(2)));
        looks.add(holdings::forgetAll);
        started.remove().run();
        assertThat(gate.inside()).isNull();
        assertThat(holdings.runs()).isEmpty();
        assertThat(lane.idle()).isTrue();
    }

    @Test
    void a_job_whose_lease_ends_before_its_run_waits_in_the_lane() {
        runners.accept("q", List.of(job(0)));
        looks.add(this::theLeaseRunsOut);
        started.remove().run();
        assertThat(settler.unsettled()).isZero();
        assertThat(holdings.runs()).isEmpty();
        assertThat(lane.idle()).isFalse();
    }

    /** Reading breaks here; where the database is away it takes long, and then the jobs are released. */
    @Test
    void a_payload_is_not_read_while_the_lease_is_over() {
        runners.accept("q", List.of(LaneJobs.large(1, 20_000)));
        theLeaseRunsOut();
        started.remove().run();
        assertThat(settler.unsettled()).isZero();
        assertThat(holdings.runs()).isEmpty();
        assertThat(lane.idle()).isFalse();
    }

    @Test
    void the_time_before_the_handler_does_not_count_as_its_own() {
        runners.accept("q", List.of(job(0)));
        looks.add(() -> now += Duration.ofSeconds(1).toNanos());
        started.remove().run();
        assertThat(lane.wanted()).as("ahead of a fast handler").isEqualTo(11);
    }
}
