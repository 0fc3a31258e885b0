package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.monitor.Monitor.QueueStatus;
import io.baton.worker.WorkerReport.QueueWork;
import io.baton.worker.WorkerReport.Times;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a sample and the runs of this node say of the need of a queue, with ten places on each node and a target of 30 s. */
class ReplicasTests {

    private Map<String, QueueWork> work = Map.of();
    private long now;
    private final Replicas replicas = new Replicas(() -> work, queue -> 10, 30, () -> now);

    private void ran(int running, int held, long jobs, Duration together) {
        work = Map.of("mails", new QueueWork(running, held, new Times(jobs, together)));
    }

    private int wanted(long ready, long waiting, long claimed, long workers) {
        return wanted(ready, waiting, claimed, workers, false);
    }

    private int wanted(long ready, long waiting, long claimed, long workers, boolean paused) {
        QueueStatus mails =
                new QueueStatus("mails", ready, 0, waiting, claimed, 0, workers, Duration.ofSeconds(90), paused, null);
        now += Duration.ofSeconds(15).toNanos();
        return replicas.wanted(List.of(mails)).getOrDefault("mails", 0);
    }

    @Test
    void jobs_of_a_paused_queue_do_not_count_until_it_is_resumed() {
        ran(0, 0, 1_000, Duration.ofMinutes(5));
        assertThat(wanted(100_000, 0, 3, 1, true)).isEqualTo(1);
        assertThat(wanted(100_000, 0, 0, 1)).as("1,000 places for 30 s").isEqualTo(100);
    }

    @Test
    void a_call_with_many_jobs_takes_one_place() {
        ran(1, 100, 1_000, Duration.ofSeconds(10));
        assertThat(wanted(0, 0, 100, 1)).isEqualTo(1);
    }

    @Test
    void jobs_of_one_call_each_take_a_place_each() {
        ran(10, 10, 1_000, Duration.ofSeconds(10));
        assertThat(wanted(0, 0, 100, 1)).isEqualTo(2);
    }

    @Test
    void jobs_that_wait_in_memory_take_no_place() {
        ran(1, 40, 1_000, Duration.ofSeconds(1));
        assertThat(wanted(0, 0, 80, 1)).as("4 of 10 places").isEqualTo(1);
    }

    @Test
    void no_more_places_are_taken_than_there_are() {
        ran(10, 10, 1_000, Duration.ofSeconds(1));
        assertThat(wanted(0, 0, 400, 2)).as("20 places").isEqualTo(3);
    }

    @Test
    void jobs_that_wait_for_permits_do_not_count() {
        ran(5, 5, 10, Duration.ofMinutes(10));
        assertThat(wanted(0, 1_000, 5, 1)).isEqualTo(1);
        assertThat(wanted(0, 100_000, 5, 1)).isEqualTo(1);
    }

    @Test
    void a_queue_of_other_nodes_needs_as_many_as_its_wait_shows() {
        assertThat(wanted(100, 0, 30, 3)).as("twice the busy places").isEqualTo(6);
    }

    @Test
    void a_node_that_samples_again_begins_with_the_present_nodes() {
        assertThat(wanted(0, 0, 0, 4)).isEqualTo(4);
        assertThat(replicas.wanted(List.of())).isEmpty();
        now += Duration.ofMinutes(20).toNanos();
        assertThat(wanted(0, 0, 0, 2)).isEqualTo(2);
    }

    @Test
    void a_worker_that_was_started_again_counts_anew() {
        ran(0, 0, 10, Duration.ofSeconds(10));
        assertThat(wanted(300, 0, 0, 1)).as("10 places for 30 s").isEqualTo(1);
        ran(0, 0, 5, Duration.ofSeconds(50));
        assertThat(wanted(300, 0, 0, 1)).as("four seconds a job").isEqualTo(5);
    }
}
