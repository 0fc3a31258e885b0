package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who lives, who is dead, and who may say so. */
abstract class LivingContract extends WorkersContract {

    @Test
    void a_registered_worker_lives_under_an_id_of_its_own() {
        long first = worker();
        long second = worker();
        assertThat(first).isNotEqualTo(second);
        assertThat(workers().living()).extracting(SeenWorker::id).contains(first, second);
        assertThat(seen(first).name()).isEqualTo("short-lived");
    }

    @Test
    void a_worker_says_how_long_it_may_be_silent() {
        assertThat(seen(worker()).deadAfter()).isEqualTo(TestedStore.DEAD_AFTER);
    }

    @Test
    void the_dead_that_hold_nothing_are_not_looked_at_again() {
        long busy = worker();
        long idle = worker();
        store().insertAll(job().times(2));
        claimFor(busy, 1);
        dies(busy);
        dies(idle);
        workers().forget(1_000);
        assertThat(workers().dead(10)).containsExactly(busy);

        // its last claim was under way when it was looked at
        claimFor(idle, 1);
        assertThat(workers().dead(10)).containsExactly(busy);
        assertThat(store().unlockStrays(10).jobs()).isEqualTo(1);
        assertThat(workers().dead(10)).containsExactly(busy);
    }

    @Test
    void a_beat_renews_and_says_that_the_worker_lives() {
        long worker = worker();
        database().seenLongAgo(worker);
        Instant before = seen(worker).heartbeat();
        assertThat(workers().heartbeat(worker)).isTrue();
        assertThat(seen(worker).heartbeat()).isAfter(before);
    }

    @Test
    void a_worker_is_declared_dead_once() {
        long worker = worker();
        SeenWorker seen = seen(worker);
        assertThat(workers().declareDead(seen)).isTrue();
        assertThat(workers().declareDead(seen)).isFalse();
        assertThat(lives(worker)).isFalse();
    }

    @Test
    void a_worker_that_has_beaten_since_is_not_declared_dead() {
        long worker = worker();
        SeenWorker silent = seen(worker);
        database().seenLongAgo(worker);
        workers().heartbeat(worker);
        assertThat(workers().declareDead(silent)).isFalse();
        assertThat(lives(worker)).isTrue();
    }

    /** It may be frozen in the middle of a beat. */
    @Test
    @Timeout(180)
    void a_worker_whose_row_is_locked_is_skipped_and_not_declared_dead() {
        SeenWorker silent = seen(worker());
        try (HeldTransaction stranger = database().hold()) {
            stranger.call(() -> {
                database().lockWorker(silent.id());
                return silent;
            });
            assertThat(workers().declareDead(silent)).isFalse();
        }
        assertThat(lives(silent.id())).isTrue();
        assertThat(workers().declareDead(silent)).isTrue();
    }

    @Test
    void a_dead_worker_learns_it_from_its_heartbeat_and_stays_dead() {
        long worker = worker();
        dies(worker);
        assertThat(workers().heartbeat(worker)).isFalse();
        assertThat(workers().heartbeat(worker)).isFalse();
        assertThat(lives(worker)).isFalse();
    }

    @Test
    void a_worker_that_nobody_knows_does_not_live() {
        assertThat(workers().heartbeat(Long.MAX_VALUE)).isFalse();
        assertThat(workers().declareDead(new SeenWorker(Long.MAX_VALUE, "x", Instant.EPOCH, null)))
                .isFalse();
        assertThat(unlock(Long.MAX_VALUE)).isEqualTo(Unlocked.NOTHING);
    }

    @Test
    void a_worker_ends_its_own_life() {
        long worker = worker();
        workers().deregister(worker, true);
        workers().deregister(worker, true);
        assertThat(lives(worker)).isFalse();
        assertThat(workers().heartbeat(worker)).isFalse();
    }

    @Test
    void the_dead_that_matter_are_those_that_hold_jobs() {
        long idle = worker();
        long busy = worker();
        long living = worker();
        store().insertAll(job().times(2));
        claimFor(busy, 1);
        claimFor(living, 1);
        assertThat(workers().dead(10)).isEmpty();

        dies(idle);
        dies(busy);
        assertThat(workers().dead(10)).containsExactly(busy);
        unlock(busy);
        assertThat(workers().dead(10)).isEmpty();
    }

    @Test
    void the_dead_are_told_in_bounded_portions() {
        store().insertAll(job().times(3));
        for (int i = 0; i < 3; i++) {
            long worker = worker();
            claimFor(worker, 1);
            dies(worker);
        }
        List<Long> two = workers().dead(2);
        assertThat(two).hasSize(2);
        two.forEach(this::unlock);
        assertThat(workers().dead(2)).hasSize(1).doesNotContainAnyElementsOf(two);
    }

    @Test
    void queues_are_served_by_the_living() {
        long worker = workers()
                .register(new WorkerInfo(
                        "s",
                        "host",
                        1,
                        UUID.randomUUID(),
                        "1",
                        Duration.ofSeconds(10),
                        Set.of("narrow lane", "ü", "2 lanes"),
                        Set.of()));
        assertThat(workers().queuesServed())
                .contains("narrow lane", "ü", "2 lanes")
                .doesNotContain("lanes");
        dies(worker);
        assertThat(workers().queuesServed()).doesNotContain("narrow lane", "ü");
    }

    @Test
    void somebody_was_there_only_once_a_worker_has_been_seen_for_long() {
        workers()
                .register(new WorkerInfo(
                        "n", "host", 1, UUID.randomUUID(), "1", Duration.ofSeconds(10), Set.of(), Set.of()));
        assertThat(workers().presentFor(Duration.ZERO)).isTrue();
        assertThat(workers().presentFor(Duration.ofDays(1))).isFalse();
    }
}
