package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.baton.job.Claim;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.NewJob;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.Loop;
import io.baton.loop.Troubled.Trouble;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One dead worker whose jobs cannot be taken back, or that holds many, delays nobody else's. */
class UnlockFailuresTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final List<Long> unlocked = new ArrayList<>();
    private final Set<Long> broken = new HashSet<>();
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
    private final InMemoryJobStore jobs = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public Unlocked unlock(long deadWorkerId, int limit) {
            unlocked.add(deadWorkerId);
            if (broken.contains(deadWorkerId)) {
                throw new IllegalStateException("cannot be unlocked");
            }
            return super.unlock(deadWorkerId, limit);
        }
    };
    private long nanos;
    private final UnlockDeadWorkers sweep = new UnlockDeadWorkers(
            new Stores(JobStore.roles(jobs), workers, database),
            new WakeupInbox(),
            () -> nanos,
            new SplittableRandom(1),
            new SweepSettings(SECOND, SECOND, SECOND.multipliedBy(5), KEEP_ALL, true));

    private long deadHolding(int held) {
        long worker = workers.register(
                new WorkerInfo("a", "host", 1, UUID.randomUUID(), "1", SECOND.multipliedBy(5), Set.of(), Set.of()));
        for (int i = 0; i < held; i++) {
            jobs.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
        }
        jobs.claim(new Claim("q", UUID.randomUUID(), worker, held, null)).jobs();
        workers.deregister(worker, true);
        return worker;
    }

    private void beat() {
        sweep.seen(new Pulse(true, List.of(), workers.dead(Pulses.MOST_DEAD), Set.of(), null, null, Set.of()));
    }

    private void sweepUntilNothingIsLeft() {
        for (int round = 0; round < 10; round++) {
            if (!sweep.sweep().isZero()) {
                return;
            }
        }
        throw new AssertionError("There is more to take back after 10 rounds");
    }

    private void passLongestPause() {
        nanos += Loop.LONGEST_PAUSE.toNanos();
    }

    @Test
    void a_worker_that_cannot_be_unlocked_delays_no_other_and_is_logged() {
        long stuck = deadHolding(1);
        broken.add(stuck);
        long other = deadHolding(1_200);
        beat();
        sweepUntilNothingIsLeft();
        assertThat(jobs.heldBy(other)).isEmpty();
        assertThat(sweep.troubles())
                .extracting(Trouble::part, Trouble::failure)
                .containsExactly(
                        tuple("baton-sweep UnlockDeadWorkers, worker " + stuck, "java.lang.IllegalStateException"));

        broken.clear();
        passLongestPause();
        sweep.sweep();
        assertThat(workers.dead(10)).isEmpty();
        assertThat(sweep.troubles()).isEmpty();
    }

    @Test
    void a_worker_that_cannot_be_unlocked_pauses_though_beats_name_it() {
        long stuck = deadHolding(1);
        broken.add(stuck);
        beat();
        Duration pause = sweep.sweep();
        assertThat(pause).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        beat();
        assertThat(sweep.sweep()).isEqualTo(pause);
        assertThat(unlocked).containsExactly(stuck);

        nanos += pause.toNanos();
        assertThat(sweep.sweep()).as("it grows").isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
        assertThat(unlocked).as("tried without a beat").containsExactly(stuck, stuck);
    }

    /** On another node, which fails as well, its row is locked at that moment. */
    @Test
    void a_worker_that_somebody_else_is_at_does_not_count_as_unlocked() {
        long stuck = deadHolding(1);
        broken.add(stuck);
        beat();
        sweep.sweep();
        broken.clear();
        MemoryTransaction other = holdRowOf(stuck);
        passLongestPause();
        assertThat(sweep.sweep()).as("no busy loop").isPositive();
        assertThat(sweep.troubles()).hasSize(1);

        database.rollback(other);
        passLongestPause();
        sweep.sweep();
        assertThat(jobs.heldBy(stuck)).isEmpty();
        assertThat(sweep.troubles()).isEmpty();
    }

    @Test
    void a_worker_whose_jobs_were_reclaimed_by_another_is_no_trouble() {
        long stuck = deadHolding(1);
        broken.add(stuck);
        beat();
        sweep.sweep();
        broken.clear();
        jobs.unlock(stuck, 1);
        passLongestPause();
        sweep.sweep();
        assertThat(sweep.troubles()).isEmpty();
    }

    /** A beat names only so many. */
    @Test
    void many_that_cannot_be_unlocked_hide_no_other() {
        int many = 20 * Pulses.MOST_DEAD;
        for (int i = 0; i < many; i++) {
            broken.add(deadHolding(1));
        }
        long other = deadHolding(1);
        beat();
        sweep.sweep();
        assertThat(jobs.heldBy(other)).isEmpty();
        assertThat(unlocked).doesNotHaveDuplicates();

        long another = deadHolding(1);
        beat();
        sweep.sweep();
        assertThat(jobs.heldBy(another)).as("while those pause").isEmpty();
        assertThat(unlocked).hasSize(many + 2);
    }

    private MemoryTransaction holdRowOf(long worker) {
        MemoryTransaction stranger = database.begin();
        database.in(stranger, () -> {
            database.lockWorker(worker);
            return worker;
        });
        return stranger;
    }

    @Test
    void many_whose_rows_somebody_holds_hide_no_other() {
        MemoryTransaction stranger = database.begin();
        for (int i = 0; i < Pulses.MOST_DEAD; i++) {
            long worker = deadHolding(1);
            database.in(stranger, () -> {
                database.lockWorker(worker);
                return 0;
            });
        }
        long other = deadHolding(1);
        beat();
        assertThat(sweep.sweep()).isPositive();
        assertThat(jobs.heldBy(other)).isEmpty();
        database.rollback(stranger);
    }

    @Test
    void those_who_held_much_and_little_take_turns() {
        long large = deadHolding(2_000);
        long small = deadHolding(5);
        beat();
        assertThat(sweep.sweep()).isZero();
        assertThat(unlocked).startsWith(large, small);
        assertThat(jobs.heldBy(small)).isEmpty();
        assertThat(jobs.heldBy(large)).isNotEmpty();
    }
}
