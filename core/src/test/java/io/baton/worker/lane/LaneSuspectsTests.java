package io.baton.worker.lane;

import static io.baton.worker.lane.LaneJobs.crashed;
import static io.baton.worker.lane.LaneJobs.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.lane.Lane.SuspectGate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a lane keeps suspects from the others. */
class LaneSuspectsTests {

    private static final MemoryShares PLENTY = MemoryShares.of(Long.MAX_VALUE, 1);

    @Test
    void suspects_run_alone_and_one_after_the_other() {
        SuspectGate gate = new SuspectGate();
        Lane batches = new Lane("q", new QueueSettings(3, 20), 5, type -> 5, PLENTY, gate);
        ClaimedJob first = crashed(1, 2);
        ClaimedJob second = crashed(2, 4);
        ClaimedJob careful = crashed(3, 1);
        ClaimedJob plain = crashed(4, 0);
        assertThat(batches.offer(List.of(first, second, careful, plain)).runners())
                .isEqualTo(3);
        assertThat(batches.next()).containsExactly(first);
        assertThat(batches.next()).containsExactly(careful, plain);
        assertThat(batches.next()).as("while the first is not settled").isEmpty();
        gate.leave(careful.fence());
        assertThat(batches.offer(List.of()).runners()).isZero();
        gate.leave(first.fence());
        assertThat(batches.offer(List.of()).runners()).isEqualTo(1);
        assertThat(batches.next()).containsExactly(second);
    }

    @Test
    void suspects_of_one_lane_wait_for_those_of_another() {
        SuspectGate gate = new SuspectGate();
        Lane one = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        Lane other = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        assertThat(one.offer(List.of(crashed(1, 2))).runners()).isEqualTo(1);
        one.next();
        assertThat(other.offer(List.of(crashed(2, 2))).runners()).isZero();
    }

    @Test
    void suspects_that_wait_leave_the_room_to_others() {
        SuspectGate gate = new SuspectGate();
        gate.enter(crashed(99, 2).fence());
        Lane slow = new Lane("q", new QueueSettings(2, 0), 1, type -> 1, PLENTY, gate);
        slow.offer(List.of(crashed(1, 2), crashed(2, 2), crashed(3, 2)));
        assertThat(slow.wanted()).isEqualTo(2);
        assertThat(slow.offer(jobs(2, "a")).runners()).isEqualTo(2);
    }

    @Test
    void more_suspects_than_can_wait_are_left_to_other_nodes() {
        SuspectGate gate = new SuspectGate();
        Lane slow = new Lane("q", new QueueSettings(2, 0), 1, type -> 1, PLENTY, gate);
        List<ClaimedJob> suspects =
                IntStream.range(0, 101).mapToObj(i -> crashed(i, 2)).toList();
        Lane.Offered offered = slow.offer(suspects);
        assertThat(offered.runners()).isEqualTo(1);
        assertThat(offered.refused()).containsExactly(suspects.get(100));
        assertThat(slow.idle()).as("some wait").isFalse();
        assertThat(slow.takeSuspects()).containsExactlyElementsOf(suspects.subList(0, 100));
        assertThat(slow.hasSuspects()).isFalse();
    }

    @Test
    void a_suspect_that_is_put_back_lets_others_in() {
        SuspectGate gate = new SuspectGate();
        Lane slow = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        ClaimedJob suspect = crashed(1, 2);
        slow.offer(List.of(suspect));
        slow.next();
        assertThat(gate.inside()).isNotNull();
        assertThat(slow.putBack(List.of(suspect))).isTrue();
        assertThat(gate.inside()).isNull();
        assertThat(slow.offer(List.of()).runners()).isEqualTo(1);
        assertThat(slow.next()).containsExactly(suspect);
        assertThat(gate.inside()).as("it is a suspect still").isNotNull();
    }

    @Test
    void is_not_idle_while_a_suspect_waits() {
        SuspectGate gate = new SuspectGate();
        Lane waiting = new Lane("q", new QueueSettings(1, 0), 1, type -> 1, PLENTY, gate);
        gate.enter(crashed(1, 2).fence());
        assertThat(waiting.offer(List.of(crashed(2, 2))).runners()).isZero();
        assertThat(waiting.idle()).isFalse();
    }
}
