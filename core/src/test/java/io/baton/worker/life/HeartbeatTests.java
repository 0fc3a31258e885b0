package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimHints;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import io.baton.worker.ErrorDetail;
import io.baton.worker.Lease;
import io.baton.worker.QueueSettings;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import io.baton.worker.claim.ClaimFailures;
import io.baton.worker.run.Holdings;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** What a beat asks, and whom it wakes. */
class HeartbeatTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final WakeupInbox inbox = new WakeupInbox();
    private final List<Set<String>> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private Set<String> expensive = Set.of();
    private boolean alive = true;
    private int failures;
    private Duration takes = Duration.ofMillis(1);
    private long now;
    private final Lease lease = new Lease(() -> now, Duration.ofSeconds(10));
    private final ClaimFailures claimFailures = new ClaimFailures(() -> now, Duration.ofSeconds(10));
    private final Holdings holdings = new Holdings();
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database, KEEP_ALL);

    private final JobStore store = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public ClaimHints hints() {
            return new ClaimHints() {
                @Override
                public Set<String> cheaperToClaim(Set<String> queues) {
                    return expensive;
                }
            };
        }
    };

    private Pulse pulse(long worker, Set<String> queues) {
        asked.add(queues);
        now += takes.toNanos();
        if (failures > 0) {
            failures--;
            throw new DataAccessResourceFailureException("the connection was cut");
        }
        return new Pulse(alive, List.of(), List.of(), Set.of("b"), null, null);
    }

    private Heartbeat heartbeat() {
        Transactions transactions = new Direct();
        Engine engine = new Engine(
                new Stores(JobStore.roles(store), workers, transactions),
                this::pulse,
                Runnable::run,
                () -> now,
                UUID::randomUUID);
        WorkerIdentity identity = new WorkerIdentity(
                workers,
                transactions,
                epoch -> new WorkerInfo(
                        "worker", "host", 1, epoch, "test", Duration.ofSeconds(10), Set.of("a", "b"), Set.of("work")),
                () -> now,
                lease);
        identity.holds(new WorkerIdentity.Held() {

            @Override
            public void drop() {
                told.add("drop");
            }

            @Override
            public void resume() {
                told.add("resume");
            }
        });
        Resignation resignation = new Resignation(
                identity, claimFailures, holdings, () -> now, Duration.ofSeconds(5), () -> told.add("hand back"));
        return new Heartbeat(engine, settings(), identity, resignation, inbox, new Told());
    }

    private static WorkerSettings settings() {
        Duration beat = Duration.ofSeconds(2);
        QueueSettings queue = new QueueSettings(1, 1);
        return new WorkerSettings(
                "worker",
                Map.of("a", queue, "b", queue),
                new WorkerSettings.Times(beat, beat, Duration.ofSeconds(10), beat, beat),
                new WorkerSettings.Runs(1, 1, ErrorDetail.FULL));
    }

    @Test
    void queues_with_work_are_announced() {
        heartbeat().turn();
        assertThat(asked).containsExactly(Set.of("a", "b"));
        assertThat(inbox.takeReady()).containsExactly(ReadyJobs.of("b"));
    }

    /** Every beat of every node would walk over what lies dead there. */
    @Test
    void queues_whose_front_is_expensive_are_announced_without_being_asked() {
        expensive = Set.of("a");
        heartbeat().turn();
        assertThat(asked).containsExactly(Set.of("b"));
        assertThat(inbox.takeReady()).containsExactlyInAnyOrder(ReadyJobs.of("a"), ReadyJobs.of("b"));
    }

    @Test
    void a_cut_connection_is_no_missed_beat() {
        failures = 3;
        heartbeat().turn();
        assertThat(told).containsExactly("received");
    }

    /** What others see is when it was written, which may have been as early as it was sent. */
    @Test
    void the_lease_counts_from_when_a_beat_was_sent() {
        takes = Duration.ofSeconds(4);
        heartbeat().turn();
        now += Duration.ofSeconds(6).toNanos();
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void a_beat_that_takes_long_to_fail_is_a_missed_one() {
        failures = 1;
        takes = Duration.ofSeconds(1);
        assertThatThrownBy(() -> heartbeat().turn()).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(asked).hasSize(1);
        assertThat(told).containsExactly("missed");
    }

    private void claimsFailFor(Duration time, Throwable failure) {
        claimFailures.failed(failure);
        now += time.toNanos();
        claimFailures.failed(failure);
    }

    /** It would hold its jobs for ever, since it beats. */
    @Test
    void a_worker_that_runs_out_of_memory_at_every_claim_leaves_its_jobs_to_others_and_begins_anew() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        long first = workers.living().get(0).id();

        claimsFailFor(Duration.ofSeconds(9), new OutOfMemoryError("test"));
        heartbeat.turn();
        assertThat(told).containsExactly("received", "received");
        claimsFailFor(Duration.ofSeconds(1), new OutOfMemoryError("test"));
        heartbeat.turn();
        assertThat(told).containsExactly("received", "received", "hand back", "drop");
        assertThat(workers.living()).isEmpty();
        assertThat(claimFailures.mayTry()).isFalse();
        heartbeat.turn();
        assertThat(workers.living()).as("it is silent for a while").isEmpty();

        now += Duration.ofSeconds(10).toNanos();
        assertThat(claimFailures.mayTry()).isTrue();
        heartbeat.turn();
        assertThat(workers.living()).singleElement().satisfies(worker -> assertThat(worker.id())
                .isNotEqualTo(first));
        assertThat(told).endsWith("received");
    }

    @Test
    void what_such_a_worker_holds_may_end_for_a_while_before_it_is_left_to_others() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        store.insert(new NewJob("work", "a", 0, Due.NOW, null, Map.of(), "{}"));
        holdings.claimed(store.claim(new Claim("a", UUID.randomUUID(), 1, 1)).jobs());
        claimsFailFor(Duration.ofSeconds(10), new OutOfMemoryError("test"));
        heartbeat.turn();
        assertThat(told).containsExactly("received", "hand back", "resume", "received");
        now += Duration.ofSeconds(4).toNanos();
        heartbeat.turn();
        assertThat(workers.living()).hasSize(1);
        now += Duration.ofSeconds(1).toNanos();
        heartbeat.turn();
        assertThat(told).endsWith("received", "received", "drop");
        assertThat(workers.living()).isEmpty();
    }

    @Test
    void a_worker_that_has_begun_anew_does_not_give_up_again() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        claimsFailFor(Duration.ofSeconds(10), new OutOfMemoryError("test"));
        heartbeat.turn();
        now += Duration.ofSeconds(10).toNanos();
        heartbeat.turn();
        long second = workers.living().get(0).id();
        heartbeat.turn();
        assertThat(workers.living()).singleElement().satisfies(worker -> assertThat(worker.id())
                .isEqualTo(second));
    }

    @Test
    void each_time_it_waits_longer_until_claims_work_again() {
        for (int seconds : List.of(10, 20, 40, 80, 160, 320, 600, 600)) {
            claimFailures.resigned();
            now += Duration.ofSeconds(seconds).toNanos() - 1;
            assertThat(claimFailures.mayTry()).isFalse();
            now++;
            assertThat(claimFailures.mayTry()).isTrue();
        }
        claimFailures.worked();
        claimFailures.resigned();
        now += Duration.ofSeconds(10).toNanos();
        assertThat(claimFailures.mayTry()).isTrue();
    }

    @Test
    void memory_that_the_driver_ran_out_of_counts_and_a_database_that_is_away_does_not() {
        claimsFailFor(Duration.ofHours(1), new DataAccessResourceFailureException("away"));
        assertThat(claimFailures.lasting()).isNull();
        claimsFailFor(
                Duration.ofHours(1),
                new DataAccessResourceFailureException("no room", new SQLException(new OutOfMemoryError("test"))));
        assertThat(claimFailures.lasting()).isNotNull();
        claimFailures.worked();
        assertThat(claimFailures.lasting()).isNull();
    }

    @Test
    void a_database_that_is_away_is_a_missed_beat() {
        failures = 4;
        Heartbeat heartbeat = heartbeat();
        assertThatThrownBy(heartbeat::turn).hasMessage("the connection was cut");
        assertThat(told).containsExactly("missed");
        assertThat(asked).as("attempts").hasSize(4);
    }

    @Test
    void after_a_pause_what_waited_goes_on_once_it_is_known_who_lives() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        now += Duration.ofSeconds(10).toNanos();
        assertThat(lease.isValid()).isFalse();
        heartbeat.turn();
        assertThat(lease.isValid()).isTrue();
        assertThat(told).containsExactly("received", "resume", "received");
    }

    @Test
    void who_was_taken_for_dead_drops_what_it_holds_before_it_becomes_another() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        now += Duration.ofSeconds(10).toNanos();
        alive = false;
        heartbeat.turn();
        assertThat(told).containsExactly("received", "drop", "resume", "received");
    }

    private static final class Direct implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    }

    private final class Told implements PulseListener {

        @Override
        public void received(Pulse pulse) {
            told.add("received");
        }

        @Override
        public void missed() {
            told.add("missed");
        }
    }
}
