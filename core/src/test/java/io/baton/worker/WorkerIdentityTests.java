package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Transactions;
import io.baton.job.JobStore;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.worker.life.WorkerParts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** Under which id a worker claims, and what becomes of it. */
class WorkerIdentityTests {

    private static final Duration DEAD_AFTER = Duration.ofSeconds(10);
    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final List<String> events = new ArrayList<>();
    private boolean away;
    private long now;
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final WorkerIdentity identity = new WorkerIdentity(
            WorkerParts.engine(
                    new Stores(JobStore.roles(new InMemoryJobStore(database, KEEP_ALL)), new Workers(), new Slow()),
                    (worker, queues) -> {
                        throw new UnsupportedOperationException();
                    },
                    Runnable::run,
                    () -> now,
                    UUID::randomUUID),
            epoch -> new WorkerInfo("worker", "host", 1, epoch, "test", DEAD_AFTER, Set.of("q"), Set.of("work")),
            DEAD_AFTER);

    private final class Workers extends InMemoryWorkerStore {

        private Workers() {
            super(database);
        }

        @Override
        public void deregister(long workerId, boolean orderly) {
            events.add(orderly ? "deregistered" : "resigned");
        }
    }

    /** Each takes four seconds. */
    private final class Slow implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            now += Duration.ofSeconds(4).toNanos();
            if (away) {
                throw new DataAccessResourceFailureException("away");
            }
            return work.get();
        }
    }

    @BeforeEach
    void holds() {
        identity.holds(() -> events.add("dropped"), () -> {});
    }

    @Test
    void the_lease_counts_from_when_the_registration_was_sent() {
        now = DEAD_AFTER.toNanos();
        identity.current();
        assertThat(identity.holdsLease()).isTrue();
        now += Duration.ofSeconds(6).toNanos();
        assertThat(identity.holdsLease()).isFalse();
    }

    @Test
    void what_was_claimed_under_another_id_is_not_taken_on() {
        long id = identity.current();
        assertThat(identity.accept(id + 1, () -> events.add("taken"))).isFalse();
        assertThat(identity.accept(id, () -> events.add("taken"))).isTrue();
        assertThat(events).containsExactly("taken");
    }

    @Test
    void the_death_of_another_id_drops_nothing() {
        long id = identity.current();
        assertThat(identity.lost(id + 1)).isFalse();
        assertThat(events).isEmpty();
        assertThat(identity.known()).isEqualTo(id);
    }

    @Test
    void a_worker_holding_the_cause_of_its_end_has_no_orderly_end() {
        identity.current();
        identity.giveUp(false);
        identity.current();
        identity.giveUp(true);
        assertThat(events).containsExactly("resigned", "deregistered");
    }
}
