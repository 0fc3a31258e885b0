package io.baton.worker.lane;

import static io.baton.worker.lane.LaneJobs.jobs;
import static io.baton.worker.lane.LaneJobs.prior;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.lane.Lane.SuspectGate;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaneTests {

    private static final long FAST = Duration.ofMillis(1).toNanos();
    private static final long SLOW = Duration.ofSeconds(10).toNanos();

    private static final MemoryShares PLENTY = MemoryShares.of(Long.MAX_VALUE, 1);

    private final Queue<ActiveRun> lost = new ArrayDeque<>();
    private final Lane lane = new Lane("q", new QueueSettings(2, 20), 1, type -> 1, PLENTY, new SuspectGate());

    @Test
    void wants_what_it_can_run_while_nobody_knows_how_long_that_takes() {
        assertThat(lane.wanted()).isEqualTo(2);
    }

    @Test
    void wants_more_ahead_of_fast_handlers() {
        lane.ran(1, FAST);
        assertThat(lane.wanted()).isEqualTo(22);
    }

    @Test
    void wants_none_ahead_of_slow_handlers() {
        lane.ran(1, SLOW);
        assertThat(lane.wanted()).isEqualTo(2);
    }

    @Test
    void wants_none_while_all_run_and_enough_wait() {
        lane.ran(1, FAST);
        assertThat(lane.offer(jobs(22, "a")).runners()).isEqualTo(2);
        IntStream.range(0, 11).forEach(i -> lane.next());
        assertThat(lane.wanted()).isZero();
        lane.next();
        assertThat(lane.wanted()).isEqualTo(10);
    }

    @Test
    void as_many_jobs_wait_as_slower_handlers_run_in_a_moment() {
        waitingBehindTwo(20);
        lane.next();
        lane.next();
        lane.next();
        assertThat(lane.takeOverdue(Duration.ofMillis(40).toNanos()))
                .as("2 places take 3 or 4 jobs in 40 ms: 2 in 20 ms")
                .extracting(ClaimedJob::id)
                .containsExactlyElementsOf(LongStream.range(7, 22).boxed().toList());
        assertThat(lane.wanted()).isZero();
    }

    @Test
    void jobs_wait_that_are_started_soon() {
        waitingBehindTwo(20);
        IntStream.range(0, 10).forEach(i -> lane.next());
        assertThat(lane.takeOverdue(Duration.ofSeconds(1).toNanos())).isEmpty();
        IntStream.range(0, 4).forEach(i -> lane.next());
        assertThat(lane.takeOverdue(Duration.ofSeconds(1).toNanos()))
                .as("4 started, 6 wait")
                .hasSize(6);
    }

    @Test
    void jobs_wait_that_may_have_come_a_moment_ago() {
        waitingBehindTwo(1);
        lane.next();
        lane.offer(jobs(20, "a"));
        assertThat(lane.takeOverdue(SLOW)).isEmpty();
        assertThat(lane.takeOverdue(SLOW)).hasSize(20);
        lane.offer(jobs(20, "a"));
        assertThat(lane.takeOverdue(SLOW)).isEmpty();
    }

    @Test
    void fewer_jobs_wait_for_a_while_after_handlers_were_slow() {
        waitingBehindTwo(20);
        assertThat(lane.takeOverdue(Duration.ofMillis(40).toNanos())).hasSize(20);
        lane.ran(1, FAST);
        assertThat(lane.wanted()).as("ahead of jobs of 80 ms").isZero();
        assertThat(lane.takeOverdue(FAST)).isEmpty();
        assertThat(lane.wanted()).as("of 40 ms").isEqualTo(1);
        assertThat(lane.takeOverdue(FAST)).isEmpty();
        assertThat(lane.wanted()).as("of 20 ms").isEqualTo(2);
    }

    @Test
    void what_calls_of_lists_may_take_together_is_not_overdue() {
        Lane lists = new Lane("q", new QueueSettings(2, 20), 5, type -> 1, PLENTY, new SuspectGate());
        lists.ran(1, FAST);
        assertThat(lists.offer(jobs(2 + 8 + 20, "a")).runners()).isEqualTo(2);
        lists.next();
        lists.next();
        assertThat(lists.takeOverdue(SLOW)).isEmpty();
        assertThat(lists.takeOverdue(SLOW)).as("all but 2 times 4").hasSize(20);
        assertThat(lists.takeOverdue(SLOW)).isEmpty();
    }

    @Test
    void jobs_wait_while_not_all_places_are_busy() {
        waitingBehindTwo(20);
        lane.dropped(List.of());
        assertThat(lane.takeOverdue(SLOW)).isEmpty();
    }

    /** All places are busy, and so many others wait since the last look. */
    private void waitingBehindTwo(int waiting) {
        lane.ran(1, FAST);
        assertThat(lane.offer(jobs(2 + waiting, "a")).runners()).isEqualTo(2);
        lane.next();
        lane.next();
        lane.takeOverdue(SLOW);
    }

    @Test
    void wants_none_ahead_of_jobs_that_hold_permits() {
        lane.ran(1, FAST);
        lane.offer(List.of(LaneJobs.limited()));
        lane.next();
        assertThat(lane.wanted()).isEqualTo(1);
        lane.offer(jobs(1, "a"));
        lane.next();
        assertThat(lane.wanted()).isEqualTo(20);
    }

    @Test
    void takes_no_more_jobs_with_permits_than_it_can_start() {
        lane.ran(1, FAST);
        lane.offer(jobs(2, "a"));
        lane.next();
        lane.next();
        assertThat(lane.wanted()).as("ahead of fast jobs, while all run").isEqualTo(20);
        assertThat(lane.offer(java.util.Collections.nCopies(20, LaneJobs.limited()))
                        .released())
                .as("what other nodes could start")
                .hasSize(20);
    }

    @Test
    void wants_none_ahead_while_any_of_the_last_jobs_holds_permits() {
        lane.ran(1, FAST);
        lane.offer(List.of(jobs(1, "a").get(0), LaneJobs.limited()));
        lane.next();
        lane.next();
        assertThat(lane.wanted()).isZero();
        lane.offer(List.of());
        assertThat(lane.wanted()).as("nothing came since").isZero();
    }

    @Test
    void takes_as_many_jobs_with_permits_as_its_handlers_take_at_once() {
        Lane batches = new Lane("q", new QueueSettings(1, 0), 3, type -> 3, PLENTY, new SuspectGate());
        assertThat(batches.offer(java.util.Collections.nCopies(3, LaneJobs.limited()))
                        .released())
                .isEmpty();
    }

    @Test
    void wants_much_for_a_handler_that_takes_all_there_is() {
        Lane greedy = new Lane(
                "q",
                new QueueSettings(10, 20),
                Integer.MAX_VALUE,
                type -> Integer.MAX_VALUE,
                PLENTY,
                new SuspectGate());
        assertThat(greedy.wanted()).isPositive();
    }

    @Test
    void wants_nothing_once_it_is_closed() {
        lane.close();
        assertThat(lane.wanted()).isZero();
    }

    @Test
    void a_runner_that_finds_nothing_makes_room() {
        lane.offer(jobs(1, "a"));
        lane.next();
        assertThat(lane.wanted()).isEqualTo(1);
        assertThat(lane.next()).isEmpty();
        assertThat(lane.wanted()).isEqualTo(2);
        assertThat(lane.idle()).isTrue();
    }

    @Test
    void gives_jobs_of_one_type_together_and_leaves_the_others_in_order() {
        Lane batches = new Lane(
                "q", new QueueSettings(1, 0), 3, type -> type.equals("many") ? 3 : 1, PLENTY, new SuspectGate());
        List<ClaimedJob> many = jobs(4, "many");
        List<ClaimedJob> one = jobs(1, "one");
        batches.offer(List.of(many.get(0), one.get(0), many.get(1), many.get(2), many.get(3)));
        assertThat(batches.next()).containsExactly(many.get(0), many.get(1), many.get(2));
        assertThat(batches.next()).containsExactly(one.get(0));
        assertThat(batches.next()).containsExactly(many.get(3));
    }

    @Test
    void what_is_more_urgent_does_not_wait_behind_what_was_claimed_before() {
        lane.offer(List.of(prior(1, 0), prior(2, 0), prior(3, -5)));
        lane.offer(List.of(prior(4, 9), prior(5, 0), prior(6, 9)));
        assertThat(runAll()).containsExactly(4L, 6L, 1L, 2L, 5L, 3L);
    }

    @Test
    void what_is_put_back_is_the_first_of_its_priority() {
        lane.offer(List.of(prior(1, 0), prior(2, 0)));
        List<ClaimedJob> taken = lane.next();
        lane.offer(List.of(prior(3, 9)));
        lane.putBack(taken);
        assertThat(runAll()).containsExactly(3L, 1L, 2L);
    }

    private List<Long> runAll() {
        return Stream.generate(lane::next)
                .takeWhile(jobs -> !jobs.isEmpty())
                .map(jobs -> jobs.get(0).id())
                .toList();
    }

    @Test
    void tells_the_last_that_took_jobs_whether_there_is_room() {
        lane.ran(1, FAST);
        lane.offer(jobs(22, "a"));
        IntStream.range(0, 11).forEach(i -> lane.next());
        assertThat(lane.hasRoom()).isFalse();
        lane.next();
        assertThat(lane.hasRoom()).isTrue();
    }

    private void lose() {
        ActiveRun run = Runs.of(jobs(1, "a"), Thread.currentThread());
        lost.add(run);
        lane.giveUp(run);
        lane.runnerLost();
    }

    private void find() {
        lane.returned(lost.remove());
    }

    @Test
    void replaces_no_more_lost_runners_than_may_run_at_once() {
        lane.offer(jobs(6, "a"));
        for (int lost = 1; lost <= 2; lost++) {
            lose();
            assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
            assertThat(lane.places()).isEqualTo(2);
        }
        lose();
        assertThat(lane.offer(List.of()).runners()).isZero();
        assertThat(lane.places()).isEqualTo(1);

        lose();
        assertThat(lane.places()).isZero();
        assertThat(lane.wanted()).isZero();
    }

    @Test
    void goes_on_when_lost_runners_come_back() {
        lane.offer(jobs(2, "a"));
        for (int i = 0; i < 4; i++) {
            lose();
            lane.offer(jobs(1, "a"));
        }
        assertThat(lane.places()).isZero();

        find();
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        find();
        find();
        find();
        assertThat(lane.places()).isEqualTo(2);
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        assertThat(lane.next()).hasSize(1);
    }

    @Test
    void keeps_a_job_for_each_beginning_runner_when_threads_run_out() {
        lane.ran(1, FAST);
        assertThat(lane.offer(jobs(10, "a")).runners()).isEqualTo(2);
        assertThat(lane.runnersFailed(1)).hasSize(9);
        assertThat(lane.first()).hasSize(1);
        assertThat(lane.offer(jobs(3, "a")).runners()).isEqualTo(1);
        assertThat(lane.runnersFailed(1)).hasSize(3);
        assertThat(lane.running()).isEqualTo(1);
    }

    @Test
    void is_idle_though_handlers_that_were_given_up_hold_its_places() {
        lane.offer(jobs(2, "a"));
        lane.next();
        lane.next();
        for (int i = 0; i < 4; i++) {
            lose();
            lane.offer(jobs(1, "a"));
        }
        lane.empty();
        assertThat(lane.idle()).isTrue();
    }

    @Test
    void takes_nothing_once_it_is_closed() {
        lane.close();
        List<ClaimedJob> late = jobs(2, "a");
        Lane.Offered offered = lane.offer(late);
        assertThat(offered.runners()).isZero();
        assertThat(offered.released()).isEqualTo(late);
        assertThat(offered.refused()).isEmpty();
        assertThat(lane.idle()).isTrue();
        assertThat(lane.next()).isEmpty();
    }
}
