package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Transactions;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.loop.SweepTask;
import io.baton.sweep.Sweeper.PromoteDueJobs;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PromoteDueJobsTests {

    private static final Duration LOOK = Duration.ofSeconds(10);

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final MemoryDatabase database = new MemoryDatabase(() -> now);
    private final InMemoryJobStore store = new InMemoryJobStore(database, new Retention(null, null, null, 100));
    private final WakeupInbox inbox = new WakeupInbox();
    private final SweepTask promote = new PromoteDueJobs(store, new InDatabase(), inbox, () -> LOOK);

    private final class InDatabase implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return database.run(work);
        }
    }

    private long scheduled(Duration wait) {
        return store.insert(new NewJob("a", "queue", 0, new Due.After(wait), null, Map.of(), "{}", List.of()));
    }

    @Test
    void rests_until_the_next_job_is_due_but_looks_now_and_then() {
        assertThat(promote.sweep()).isEqualTo(LOOK);
        scheduled(Duration.ofMinutes(1));
        assertThat(promote.sweep()).isEqualTo(LOOK);
        scheduled(Duration.ofSeconds(3));
        assertThat(promote.sweep()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void announces_the_queues_of_jobs_that_are_due() {
        scheduled(Duration.ofSeconds(3));
        now = now.plusSeconds(3);
        assertThat(promote.sweep()).isEqualTo(LOOK);
        assertThat(inbox.takeReady()).containsExactly(ReadyJobs.of("queue", 0));
    }

    @Test
    void rests_a_little_while_somebody_holds_what_is_due() {
        long held = scheduled(Duration.ofSeconds(3));
        now = now.plusSeconds(3);
        MemoryTransaction holder = database.begin();
        database.in(holder, () -> {
            database.lockJob(held);
            return null;
        });
        assertThat(promote.sweep()).isPositive().isLessThan(Duration.ofSeconds(1));
        database.rollback(holder);
        promote.sweep();
        assertThat(inbox.takeReady()).containsExactly(ReadyJobs.of("queue", 0));
    }
}
