package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Claim;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.NewJob;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.Troubled.Trouble;
import io.baton.sweep.Sweeper.Round;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All tasks of a sweeper, and the beats that call it, while something fails for ever for one other worker. */
class UnlockTroubleTests {

    private static final Duration STEP = Duration.ofMillis(10);
    private static final Duration BEAT = Duration.ofSeconds(2);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(10);
    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private long nanos;
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plusNanos(nanos));
    private final Set<Long> broken = new HashSet<>();
    private int tries;
    private final InMemoryJobStore jobs = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public Unlocked unlock(long deadWorkerId, int limit) {
            failFor(deadWorkerId);
            return super.unlock(deadWorkerId, limit);
        }
    };
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database) {
        @Override
        public boolean declareDead(SeenWorker seen) {
            failFor(seen.id());
            return super.declareDead(seen);
        }
    };
    private final WakeupInbox inbox = new WakeupInbox();
    private final Sweeper sweeper = new Sweeper(
            new Stores(JobStore.roles(jobs), workers, database),
            inbox,
            inbox,
            new SweepSettings(BEAT, BEAT, DEAD_AFTER, KEEP_ALL, true),
            List.of());
    private final Round round = sweeper.round(() -> nanos, new SplittableRandom(1));
    private final Set<Long> beating = new HashSet<>();
    private long nextBeat;
    private long nextTurn;
    private boolean woken;

    private void failFor(long worker) {
        if (broken.contains(worker)) {
            tries++;
            throw new IllegalStateException("nothing can be done about this worker");
        }
    }

    @BeforeEach
    void wakeAsTheLoopIsWoken() {
        round.onAgain(() -> woken = true);
    }

    private long workerWithOneJob() {
        long worker = workers.register(
                new WorkerInfo("a", "host", 1, UUID.randomUUID(), "1", DEAD_AFTER, Set.of(), Set.of()));
        jobs.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
        assertThat(jobs.claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                        .jobs())
                .hasSize(1);
        beating.add(worker);
        return worker;
    }

    /** Lets time pass, at most so much, until this is so; returns how much it was. */
    private Duration pass(Duration atMost, BooleanSupplier until) {
        long start = nanos;
        while (nanos - start < atMost.toNanos() && !until.getAsBoolean()) {
            step();
            nanos += STEP.toNanos();
        }
        return Duration.ofNanos(nanos - start);
    }

    private void pass(Duration time) {
        pass(time, () -> false);
    }

    private void step() {
        if (nanos - nextBeat >= 0) {
            beating.forEach(workers::heartbeat);
            sweeper.received(
                    new Pulse(true, workers.living(), workers.dead(Pulses.MOST_DEAD), Set.of(), null, null, Set.of()));
            nextBeat += BEAT.toNanos();
        }
        if (woken || nanos - nextTurn >= 0) {
            woken = false;
            nextTurn = nanos + round.turn().toNanos();
        }
    }

    @Test
    void one_that_can_never_be_unlocked_is_trouble_for_as_long() {
        long worker = workerWithOneJob();
        broken.add(worker);
        workers.deregister(worker, true);
        pass(Duration.ofMinutes(5));
        assertThat(round.troubles())
                .singleElement()
                .extracting(Trouble::lasting)
                .matches(lasting -> lasting.compareTo(Duration.ofMinutes(4)) > 0);
        assertThat(tries).as("with pauses of up to 5 s").isBetween(60, 150);

        broken.clear();
        pass(Duration.ofSeconds(6));
        assertThat(round.troubles()).isEmpty();
        assertThat(jobs.heldBy(worker)).isEmpty();
    }

    @Test
    void one_that_can_never_be_declared_dead_is_trouble_for_as_long() {
        long worker = workerWithOneJob();
        broken.add(worker);
        beating.remove(worker);
        pass(Duration.ofMinutes(5));
        assertThat(round.troubles())
                .singleElement()
                .extracting(Trouble::lasting)
                .matches(lasting -> lasting.compareTo(Duration.ofMinutes(4)) > 0);
    }

    @Test
    void one_that_can_never_be_declared_dead_delays_no_takeover_of_others() {
        long stuck = workerWithOneJob();
        broken.add(stuck);
        beating.remove(stuck);
        pass(Duration.ofMinutes(2));
        for (int other = 0; other < 10; other++) {
            long dying = workerWithOneJob();
            pass(Duration.ofMillis(5_000 + other * 330));
            beating.remove(dying);
            assertThat(pass(Duration.ofMinutes(1), () -> jobs.heldBy(dying).isEmpty()))
                    .isLessThanOrEqualTo(DEAD_AFTER.plus(BEAT).plus(STEP.multipliedBy(2)));
        }
    }
}
