package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.WorkerStore.SeenWorker;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a worker learns from a beat: the same as from one verb after the other. */
abstract class PulseContract extends WorkersContract {

    private Pulse pulse(long worker, String... queues) {
        return database().pulses().take(worker, Set.of(queues));
    }

    @Test
    void a_beat_renews_and_says_that_the_worker_lives() {
        long worker = worker();
        database().seenLongAgo(worker);
        SeenWorker before = seen(worker);
        assertThat(pulse(worker).alive()).isTrue();
        assertThat(seen(worker).heartbeat()).isAfter(before.heartbeat());
    }

    @Test
    void a_worker_that_is_dead_learns_it_and_stays_dead() {
        long worker = worker();
        dies(worker);
        assertThat(pulse(worker).alive()).isFalse();
        assertThat(lives(worker)).isFalse();
    }

    @Test
    void a_beat_names_the_living() {
        long worker = worker();
        long other = worker();
        long dead = worker();
        dies(dead);
        Pulse pulse = pulse(worker);
        assertThat(pulse.living())
                .extracting(SeenWorker::id)
                .contains(worker, other)
                .doesNotContain(dead);
        assertThat(pulse.living()).contains(seen(other));
    }

    @Test
    void a_beat_names_the_dead_that_hold_jobs() {
        insert(job().queue("q"));
        long worker = worker();
        long dead = worker();
        long empty = worker();
        claimFor(dead, 1);
        assertThat(pulse(worker).dead()).isEmpty();
        dies(dead);
        dies(empty);
        assertThat(pulse(worker).dead()).containsExactly(dead);
    }

    @Test
    void a_beat_names_those_of_the_queues_that_have_work() {
        insert(job().queue("a"));
        insert(job().queue("b"));
        insert(job().queue("later").dueIn(Duration.ofHours(1)));
        long worker = worker();
        assertThat(pulse(worker, "a", "c", "later").queuesWithWork()).containsExactly("a");
        assertThat(pulse(worker, "a", "b").queuesWithWork()).containsExactlyInAnyOrder("a", "b");
        assertThat(pulse(worker).queuesWithWork()).isEmpty();
    }

    @Test
    void a_beat_tells_when_the_next_job_is_due() {
        long worker = worker();
        assertThat(pulse(worker).nextDue()).isNull();
        insert(job().dueIn(Duration.ofHours(2)));
        insert(job().dueIn(Duration.ofHours(1)));
        assertThat(pulse(worker).nextDue()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    }
}
