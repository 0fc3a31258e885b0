package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobStore;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.Pulse;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.sweep.Sweeper.Round;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What no worker holds is looked for once it is noted which of the dead hold nothing. */
@ExtendWith(OutputCaptureExtension.class)
class UnlockStraysTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final WakeupInbox inbox = new WakeupInbox();
    private final List<String> done = new ArrayList<>();
    private Unlocked unlocked = Unlocked.NOTHING;

    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database) {
        @Override
        public int forget(int limit) {
            done.add("forgot");
            return 0;
        }
    };

    private final InMemoryJobStore jobs = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public Unlocked unlockStrays(int limit) {
            done.add("unlocked");
            return unlocked;
        }
    };

    private final Stores stores = new Stores(JobStore.roles(jobs), workers, database);
    private final Sweeper.UnlockStrays strays = new Sweeper.UnlockStrays(stores, inbox, new AtomicBoolean());

    @Test
    void queues_that_have_work_again_are_announced() {
        unlocked = new Unlocked(2, List.of(), Set.of("q"));
        assertThat(strays.sweep()).isGreaterThan(Duration.ofMinutes(1));
        assertThat(done).containsExactly("forgot", "unlocked");
        assertThat(inbox.takeReady()).containsExactly(ReadyJobs.outOfTurn("q"));
    }

    /** That is the usual cause where nobody has changed a row. */
    @Test
    void a_worker_that_was_frozen_in_a_claim_is_named_first(CapturedOutput log) {
        unlocked = new Unlocked(75, List.of(), Set.of("q"));
        strays.sweep();
        assertThat(log).contains("a worker was frozen in the middle of a claim, a failover lost the row, or");
    }

    @Test
    void a_full_portion_is_followed_by_the_next_one_soon() {
        unlocked = new Unlocked(500, List.of(), Set.of());
        assertThat(strays.sweep()).isLessThan(Duration.ofSeconds(1));
    }

    /** A failover may have lost the row of the worker, and nothing else leads to its jobs; some claims may be too young. */
    @Test
    void they_are_due_when_a_heartbeat_finds_no_living_worker() {
        Duration second = Duration.ofSeconds(1);
        Sweeper sweeper = new Sweeper(
                stores,
                inbox,
                inbox,
                new SweepSettings(second, second, Duration.ofSeconds(10), KEEP_ALL, true),
                List.of());
        AtomicLong now = new AtomicLong();
        Round round = sweeper.round(now::get, new SplittableRandom(1));
        round.turn();
        done.clear();
        sweeper.received(pulse(true));
        round.turn();
        assertThat(done).isEmpty();
        sweeper.received(pulse(false));
        round.turn();
        assertThat(done).containsExactly("forgot", "unlocked");
        now.addAndGet(Duration.ofSeconds(70).toNanos());
        round.turn();
        now.addAndGet(Duration.ofSeconds(70).toNanos());
        round.turn();
        assertThat(done).hasSize(4);
    }

    private static Pulse pulse(boolean alive) {
        return new Pulse(alive, List.of(), List.of(), Set.of(), null, null, Set.of());
    }
}
