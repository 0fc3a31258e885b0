package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobStore;
import io.baton.job.Pulse;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.Troubled.Trouble;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;

class UnlockDeadWorkersTests {

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(5);
    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private Instant databaseTime = Instant.parse("2030-01-01T00:00:00Z");
    private long nanos;
    private int failures;
    private final MemoryDatabase database = new MemoryDatabase(() -> databaseTime);
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database) {
        @Override
        public boolean declareDead(SeenWorker seen) {
            if (failures-- > 0) {
                throw new CannotAcquireLockException("the table is locked");
            }
            return super.declareDead(seen);
        }
    };
    private final UnlockDeadWorkers sweep = new UnlockDeadWorkers(
            new Stores(JobStore.roles(new InMemoryJobStore(database, KEEP_ALL)), workers, database),
            new WakeupInbox(),
            () -> nanos,
            new SplittableRandom(1),
            new SweepSettings(HEARTBEAT, HEARTBEAT, DEAD_AFTER, KEEP_ALL, true));
    private long worker;

    private static WorkerInfo info(Duration deadAfter) {
        return new WorkerInfo("a", "host", 1, new UUID(0, 1), "1", deadAfter, Set.of(), Set.of());
    }

    @BeforeEach
    void register() {
        worker = workers.register(info(DEAD_AFTER));
        look();
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            pass(HEARTBEAT);
            look();
        }
    }

    private void look() {
        if (sweep.seen(new Pulse(true, workers.living(), workers.dead(10), Set.of(), null, null, Set.of()))) {
            sweep.sweep();
        }
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        databaseTime = databaseTime.plus(time);
    }

    private boolean lives() {
        return workers.living().stream().anyMatch(seen -> seen.id() == worker);
    }

    @Test
    void a_worker_is_dead_after_the_same_heartbeat_for_the_period() {
        look(4);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    @Test
    void nothing_is_remembered_of_the_earlier_beats_of_one_that_lives() {
        for (int i = 0; i < 50; i++) {
            pass(HEARTBEAT);
            workers.heartbeat(worker);
            assertThat(sweep.seen(new Pulse(true, workers.living(), List.of(), Set.of(), null, null, Set.of())))
                    .as("there is nothing to do")
                    .isFalse();
        }
    }

    private void registerAnother() {
        workers.register(new WorkerInfo("b", "host", 1, new UUID(0, 2), "1", DEAD_AFTER, Set.of(), Set.of()));
        look();
    }

    @Test
    void a_worker_that_cannot_be_declared_dead_is_logged_and_skipped() {
        registerAnother();
        look(4);
        failures = 1;
        look(1);
        assertThat(workers.living()).hasSize(1);
        assertThat(sweep.troubles())
                .extracting(Trouble::failure)
                .containsExactly("org.springframework.dao.CannotAcquireLockException");
        look(1);
        assertThat(workers.living()).isEmpty();
        assertThat(sweep.troubles()).isEmpty();
    }

    /** It may have been frozen in the middle of a beat. */
    @Test
    void a_worker_with_a_locked_row_is_logged_and_dies_once_unlocked() {
        registerAnother();
        MemoryTransaction stranger = database.begin();
        database.in(stranger, () -> {
            database.lockWorker(worker);
            return worker;
        });
        look(15);
        assertThat(workers.living()).extracting(SeenWorker::id).containsExactly(worker);
        assertThat(sweep.troubles())
                .containsExactly(new Trouble(
                        "baton-sweep UnlockDeadWorkers, worker " + worker,
                        "it is silent, but another session holds its row, so that it cannot be declared dead",
                        HEARTBEAT.multipliedBy(10)));

        database.rollback(stranger);
        look(1);
        assertThat(workers.living()).isEmpty();
        look(1);
        assertThat(sweep.troubles()).isEmpty();
    }

    @Test
    void a_beat_begins_the_time_anew() {
        look(4);
        workers.heartbeat(worker);
        look(5);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    @Test
    void the_clock_of_the_database_is_no_sign_of_death() {
        look(1);
        databaseTime = databaseTime.plus(Duration.ofDays(1));
        look(1);
        assertThat(lives()).isTrue();
    }

    @Test
    void a_gap_in_looking_forgives_all() {
        look(4);
        pass(HEARTBEAT.multipliedBy(3));
        look();
        look(4);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    /** An outage that two looks do not notice is shorter than the time between them, and two such intervals are not enough. */
    @Test
    void time_in_which_a_look_failed_does_not_count() {
        look(3);
        sweep.unseen();
        look(1);
        sweep.unseen();
        look(1);
        assertThat(lives()).as("3 of 5 s count").isTrue();
        look(1);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    @Test
    void a_worker_is_silent_for_as_long_as_its_own_settings_allow() {
        worker = workers.register(info(DEAD_AFTER.multipliedBy(4)));
        look();
        look(19);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    @Test
    void a_worker_that_allows_no_silence_is_checked_several_times() {
        worker = workers.register(info(Duration.ZERO));
        look();
        look(2);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    @Test
    void no_worker_is_silent_for_ever() {
        worker = workers.register(info(Duration.ofDays(365)));
        look();
        look(3_599);
        assertThat(lives()).isTrue();
        look(1);
        assertThat(lives()).isFalse();
    }

    /** Whoever was away can beat again before its silence, as it counts, is long enough. */
    @Test
    void an_outage_that_comes_again_and_again_keeps_no_dead_worker_undetected() {
        for (int i = 0; i < 10; i++) {
            sweep.unseen();
            look(2);
        }
        assertThat(lives()).isFalse();
    }
}
