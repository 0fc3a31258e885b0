package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTests {

    private static final long FAST = Duration.ofMillis(1).toNanos();
    private static final long SLOW = Duration.ofSeconds(10).toNanos();

    private static final MemoryShares PLENTY = MemoryShares.of(Long.MAX_VALUE, 1);

    private final Lane lane = new Lane("q", new QueueSettings(2, 20), 1, type -> 1, PLENTY, new SuspectGate());

    private static List<ClaimedJob> jobs(int count, String type) {
        return IntStream.range(0, count)
                .mapToObj(i -> new ClaimedJob(
                        i, UUID.randomUUID(), type, "default", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, "{}", null))
                .toList();
    }

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

    private static ClaimedJob large(int id, long unreadBytes) {
        return new ClaimedJob(
                id,
                UUID.randomUUID(),
                "large",
                "default",
                0,
                1,
                0,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                unreadBytes,
                Ties.NONE,
                null);
    }

    @Test
    void calls_no_more_together_than_memory_has_room_for() {
        Lane batches = new Lane(
                "q",
                new QueueSettings(1, 10),
                10,
                type -> 10,
                new MemoryShares(100_000, 50_000, 100_000),
                new SuspectGate());
        batches.offer(List.of(large(1, 20_000), large(2, 30_000), large(3, 20_000), large(4, 60_000), large(5, 1)));
        assertThat(batches.next()).extracting(ClaimedJob::id).containsExactly(1L, 2L);
        assertThat(batches.next()).extracting(ClaimedJob::id).containsExactly(3L);
        assertThat(batches.next()).extracting(ClaimedJob::id).containsExactly(4L);
        assertThat(batches.next()).extracting(ClaimedJob::id).containsExactly(5L);
    }

    @Test
    void wants_no_more_ahead_than_memory_has_room_for() {
        int most = ClaimedJob.LARGEST_READ_AT_ONCE;
        Lane narrow = new Lane(
                "q", new QueueSettings(2, 1_000), 1, type -> 1, new MemoryShares(0, 0, 4L * most), new SuspectGate());
        narrow.ran(1, FAST);
        assertThat(narrow.wanted()).isEqualTo(4);
        narrow.offer(jobs(4, "small"));
        assertThat(narrow.wanted()).isEqualTo(7);
        IntStream.range(0, 10).forEach(i -> narrow.offer(List.of()));
        assertThat(narrow.wanted()).isEqualTo(196);
    }

    @Test
    void what_is_put_back_takes_its_memory_again() {
        int most = ClaimedJob.LARGEST_READ_AT_ONCE;
        Lane narrow = new Lane(
                "q", new QueueSettings(2, 1_000), 1, type -> 1, new MemoryShares(0, 0, 4L * most), new SuspectGate());
        narrow.ran(1, FAST);
        ClaimedJob large = new ClaimedJob(
                1,
                UUID.randomUUID(),
                "large",
                "default",
                0,
                1,
                0,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                "x".repeat(most),
                null);
        narrow.offer(List.of(large));
        assertThat(narrow.wanted()).isEqualTo(3);
        narrow.putBack(narrow.next());
        assertThat(narrow.wanted()).isEqualTo(3);
    }

    @Test
    void wants_one_for_whoever_is_free_however_little_memory_there_is() {
        Lane none =
                new Lane("q", new QueueSettings(2, 1_000), 1, type -> 1, new MemoryShares(0, 0, 0), new SuspectGate());
        none.ran(1, FAST);
        assertThat(none.wanted()).isEqualTo(1);
        none.offer(jobs(2, "small"));
        assertThat(none.wanted()).isZero();
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
    void replaces_as_many_lost_runners_as_may_run_at_once_and_no_more() {
        lane.offer(jobs(6, "a"));
        assertThat(lane.runnerLost()).isTrue();
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        assertThat(lane.runnerLost()).isTrue();
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        assertThat(lane.places()).isEqualTo(2);

        assertThat(lane.runnerLost()).isFalse();
        assertThat(lane.offer(List.of()).runners()).isZero();
        assertThat(lane.places()).isEqualTo(1);
        assertThat(lane.isStuck()).isFalse();

        assertThat(lane.runnerLost()).isFalse();
        assertThat(lane.places()).isZero();
        assertThat(lane.isStuck()).isTrue();
        assertThat(lane.wanted()).isZero();
    }

    @Test
    void goes_on_when_lost_runners_come_back() {
        lane.offer(jobs(2, "a"));
        for (int i = 0; i < 4; i++) {
            lane.runnerLost();
            lane.offer(jobs(1, "a"));
        }
        assertThat(lane.isStuck()).isTrue();

        lane.runnerFound();
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        lane.runnerFound();
        lane.runnerFound();
        lane.runnerFound();
        assertThat(lane.places()).isEqualTo(2);
        assertThat(lane.offer(List.of()).runners()).isEqualTo(1);
        assertThat(lane.next()).hasSize(1);
    }

    @Test
    void is_idle_though_handlers_that_were_given_up_hold_its_places() {
        lane.offer(jobs(2, "a"));
        lane.next();
        lane.next();
        for (int i = 0; i < 4; i++) {
            lane.runnerLost();
            lane.offer(jobs(1, "a"));
        }
        lane.empty();
        assertThat(lane.idle()).isTrue();
    }

    private static ClaimedJob job(long id, int crashes) {
        return new ClaimedJob(
                id, new UUID(0, id), "many", "default", 0, 1, crashes, null, Instant.EPOCH, Instant.EPOCH, "{}", null);
    }

    @Test
    void takes_nothing_once_it_is_closed() {
        lane.close();
        List<ClaimedJob> late = jobs(2, "a");
        Lane.Offered offered = lane.offer(late);
        assertThat(offered.runners()).isZero();
        assertThat(offered.refused()).isEqualTo(late);
        assertThat(offered.elsewhere()).isZero();
        assertThat(lane.idle()).isTrue();
        assertThat(lane.next()).isEmpty();
    }

    @Test
    void suspects_run_alone_and_one_after_the_other() {
        SuspectGate gate = new SuspectGate();
        Lane batches = new Lane("q", new QueueSettings(3, 20), 5, type -> 5, PLENTY, gate);
        ClaimedJob first = job(1, 2);
        ClaimedJob second = job(2, 4);
        ClaimedJob careful = job(3, 1);
        ClaimedJob plain = job(4, 0);
        assertThat(batches.offer(List.of(first, second, careful, plain)).runners())
                .isEqualTo(3);
        assertThat(batches.next()).containsExactly(first);
        assertThat(batches.next()).containsExactly(careful, plain);
        assertThat(batches.next()).as("while the first is not settled").isEmpty();
        gate.left(careful.fence());
        assertThat(batches.offer(List.of()).runners()).isZero();
        gate.left(first.fence());
        assertThat(batches.offer(List.of()).runners()).isEqualTo(1);
        assertThat(batches.next()).containsExactly(second);
    }

    @Test
    void suspects_of_one_lane_wait_for_those_of_another() {
        SuspectGate gate = new SuspectGate();
        Lane one = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        Lane other = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        assertThat(one.offer(List.of(job(1, 2))).runners()).isEqualTo(1);
        one.next();
        assertThat(other.offer(List.of(job(2, 2))).runners()).isZero();
    }

    @Test
    void suspects_that_wait_leave_the_room_to_others() {
        SuspectGate gate = new SuspectGate();
        gate.enter(job(99, 2).fence());
        Lane slow = new Lane("q", new QueueSettings(2, 0), 1, type -> 1, PLENTY, gate);
        slow.offer(List.of(job(1, 2), job(2, 2), job(3, 2)));
        assertThat(slow.wanted()).isEqualTo(2);
        assertThat(slow.offer(jobs(2, "a")).runners()).isEqualTo(2);
    }

    @Test
    void more_suspects_than_can_wait_are_left_to_other_nodes() {
        SuspectGate gate = new SuspectGate();
        Lane slow = new Lane("q", new QueueSettings(2, 0), 1, type -> 1, PLENTY, gate);
        List<ClaimedJob> suspects =
                IntStream.range(0, 101).mapToObj(i -> job(i, 2)).toList();
        Lane.Offered offered = slow.offer(suspects);
        assertThat(offered.runners()).isEqualTo(1);
        assertThat(offered.refused()).containsExactly(suspects.get(100));
        assertThat(offered.elsewhere()).isPositive();
        assertThat(slow.takeSuspects(Set.of(suspects.get(7).fence(), job(200, 2).fence())))
                .containsExactly(suspects.get(7));
        assertThat(slow.suspects()).hasSize(99);
        assertThat(slow.idle()).as("some wait").isFalse();
        assertThat(slow.empty()).hasSize(99);
        assertThat(slow.suspects()).isEmpty();
    }

    @Test
    void a_suspect_that_is_put_back_lets_others_in() {
        SuspectGate gate = new SuspectGate();
        Lane slow = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        ClaimedJob suspect = job(1, 2);
        slow.offer(List.of(suspect));
        slow.next();
        assertThat(gate.isFree()).isFalse();
        assertThat(slow.putBack(List.of(suspect))).isTrue();
        assertThat(gate.isFree()).isTrue();
        assertThat(slow.offer(List.of()).runners()).isEqualTo(1);
        assertThat(slow.next()).containsExactly(suspect);
        assertThat(gate.isFree()).as("it is a suspect still").isFalse();
    }

    @Test
    void is_not_idle_while_a_suspect_waits() {
        SuspectGate gate = new SuspectGate();
        Lane waiting = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        gate.enter(job(1, 2).fence());
        assertThat(waiting.offer(List.of(job(2, 2))).runners()).isZero();
        assertThat(waiting.idle()).isFalse();
    }

    private static ClaimedJob withPayload(int length) {
        String payload = "x".repeat(length);
        return new ClaimedJob(
                1, UUID.randomUUID(), "many", "default", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, payload, null);
    }

    @Test
    void has_all_of_its_memory_again_once_it_was_emptied() {
        Lane small = new Lane(
                "q",
                new QueueSettings(5, 0),
                1,
                type -> 1,
                new MemoryShares(100_000, 100_000, 100_000),
                new SuspectGate());
        small.offer(List.of(withPayload(40_000), withPayload(40_000)));
        assertThat(small.wanted()).isEqualTo(1);
        small.empty();
        assertThat(small.wanted()).isEqualTo(2);
    }
}
