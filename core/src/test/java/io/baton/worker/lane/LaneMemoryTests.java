package io.baton.worker.lane;

import static io.baton.worker.lane.LaneJobs.jobs;
import static io.baton.worker.lane.LaneJobs.large;
import static io.baton.worker.lane.LaneJobs.withPayload;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.lane.Lane.SuspectGate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a lane takes ahead and calls together, by how much memory there is. */
class LaneMemoryTests {

    private static final long FAST = Duration.ofMillis(1).toNanos();

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
        narrow.ran(1, FAST * 2 / 5);
        assertThat(narrow.wanted()).isEqualTo(4);
        narrow.offer(jobs(4, "small"));
        assertThat(narrow.wanted()).isEqualTo(7);
        IntStream.range(0, 10).forEach(i -> narrow.offer(List.of()));
        assertThat(narrow.wanted()).isEqualTo(96);
    }

    @Test
    void what_is_put_back_takes_its_memory_again() {
        int most = ClaimedJob.LARGEST_READ_AT_ONCE;
        Lane narrow = new Lane(
                "q", new QueueSettings(2, 1_000), 1, type -> 1, new MemoryShares(0, 0, 4L * most), new SuspectGate());
        narrow.ran(1, FAST);
        ClaimedJob large = withPayload(most);
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

    @Test
    void has_all_of_its_memory_again_once_a_batch_was_taken() {
        Lane batches = new Lane(
                "q",
                new QueueSettings(5, 0),
                2,
                type -> 2,
                new MemoryShares(100_000, 100_000, 100_000),
                new SuspectGate());
        batches.offer(List.of(withPayload(40_000), withPayload(40_000)));
        assertThat(batches.next()).hasSize(2);
        assertThat(batches.wanted()).isEqualTo(2);
    }
}
