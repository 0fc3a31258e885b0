package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.job.JobClaims.ClaimHints;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.JobStore;
import io.baton.job.Pulse;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
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
    private List<SeenWorker> living = List.of();
    private int failures;
    private Duration takes = Duration.ofMillis(1);
    private long now;
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
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

    private final Engine engine = WorkerParts.engine(
            new Stores(JobStore.roles(store), workers, new Direct()),
            this::pulse,
            Runnable::run,
            () -> now,
            UUID::randomUUID);
    private final WorkerIdentity identity = new WorkerIdentity(
            engine,
            epoch -> new WorkerInfo(
                    "worker", "host", 1, epoch, "test", Duration.ofSeconds(10), Set.of("a", "b"), Set.of("work")),
            Duration.ofSeconds(10));

    private Pulse pulse(long worker, Set<String> queues) {
        asked.add(queues);
        now += takes.toNanos();
        if (failures > 0) {
            failures--;
            throw new DataAccessResourceFailureException("the connection was cut");
        }
        return new Pulse(alive, living, List.of(), Set.of("b"), null, null, Set.of());
    }

    private Runnable onMissed = () -> {};

    private Heartbeat heartbeat() {
        identity.holds(() -> told.add("drop"), () -> told.add("resume"));
        PausedQueues pauses = new PausedQueues(engine, new WakeupPublisher(inbox, ClusterSignal.NONE));
        Heartbeat heartbeat = new Heartbeat(engine, settings(), identity, pauses, inbox, new Told());
        heartbeat.onMissed(() -> onMissed.run());
        return heartbeat;
    }

    private static WorkerSettings settings() {
        Duration beat = Duration.ofSeconds(2);
        QueueSettings queue = new QueueSettings(1, 1);
        return new WorkerSettings(
                "worker",
                Map.of("a", queue, "b", queue),
                new WorkerSettings.Times(beat, beat, Duration.ofSeconds(10), beat),
                1,
                1);
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
    void a_closed_queue_opens_in_time_and_stays_closed_while_paused() {
        Map<String, Duration> closed = new HashMap<>(Map.of("a", Duration.ofSeconds(30), "b", Duration.ofMinutes(5)));
        PausedQueues pauses = new PausedQueues(engine, new WakeupPublisher(inbox, ClusterSignal.NONE));
        List<String> released = new ArrayList<>();
        pauses.onPaused(released::add);
        pauses.onResumed(() -> released.add("resumed"));
        pauses.closed(() -> Map.copyOf(closed));
        assertThat(pauses.left("a")).as("read before the first heartbeat").isEqualTo(Duration.ofSeconds(30));
        pauses.update(Map.of("a", Duration.ofMinutes(1), "b", Duration.ofMinutes(1), "c", Duration.ofMinutes(1)));
        assertThat(pauses.left("a")).isEqualTo(Duration.ofMinutes(1));
        assertThat(pauses.left("b")).isEqualTo(Duration.ofMinutes(5));
        assertThat(pauses.left("c")).isEqualTo(Duration.ofMinutes(1));
        assertThat(pauses.open(Set.of("a", "b", "d"))).contains("d").doesNotContain("a", "b");
        released.clear();
        closed.remove("a");
        pauses.update(Map.of());
        assertThat(pauses.left("a")).isZero();
        assertThat(released).containsExactly("b", "resumed");
        assertThat(inbox.takeReady()).extracting(ReadyJobs::queue).containsExactlyInAnyOrder("a", "c");
        now += Duration.ofMinutes(5).toNanos();
        assertThat(pauses.left("b")).as("it opens between two heartbeats").isZero();
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
        assertThat(identity.holdsLease()).isFalse();
    }

    @Test
    void a_beat_that_takes_long_to_fail_is_a_missed_one() {
        failures = 1;
        takes = Duration.ofSeconds(1);
        assertThatThrownBy(() -> heartbeat().turn()).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(asked).hasSize(1);
        assertThat(told).containsExactly("missed");
    }

    @Test
    void the_living_worker_with_the_lowest_id_is_the_first() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        assertThat(heartbeat.isFirst()).as("none was seen").isFalse();
        long own = workers.living().get(0).id();
        living = List.of(seen(own + 1), seen(own));
        heartbeat.turn();
        assertThat(heartbeat.isFirst()).isTrue();
        living = List.of(seen(own), seen(own - 1));
        heartbeat.turn();
        assertThat(heartbeat.isFirst()).isFalse();
        living = List.of(seen(own));
        heartbeat.turn();
        failures = 4;
        assertThatThrownBy(heartbeat::turn).hasMessage("the connection was cut");
        assertThat(heartbeat.isFirst()).as("nothing is known").isFalse();
    }

    private static SeenWorker seen(long id) {
        return new SeenWorker(id, "worker", Instant.EPOCH, null);
    }

    @Test
    void a_database_that_is_away_is_a_missed_beat() {
        failures = 4;
        Heartbeat heartbeat = heartbeat();
        assertThatThrownBy(heartbeat::turn).hasMessage("the connection was cut");
        assertThat(told).containsExactly("missed");
        assertThat(asked).as("attempts").hasSize(4);
    }

    /** A crash or a failover of the server may have lost what this worker committed last, and only a scan finds that. */
    @Test
    void a_missed_or_repeated_beat_asks_for_a_scan() {
        onMissed = () -> told.add("scan");
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        failures = 4;
        assertThatThrownBy(heartbeat::turn).hasMessage("the connection was cut");
        failures = 1;
        heartbeat.turn();
        assertThat(told).containsExactly("received", "scan", "missed", "scan", "received");
    }

    @Test
    void after_a_pause_waiting_jobs_continue_once_liveness_is_known() {
        Heartbeat heartbeat = heartbeat();
        heartbeat.turn();
        now += Duration.ofSeconds(10).toNanos();
        assertThat(identity.holdsLease()).isFalse();
        heartbeat.turn();
        assertThat(identity.holdsLease()).isTrue();
        assertThat(told).containsExactly("received", "resume", "received");
    }

    @Test
    void a_worker_declared_dead_drops_its_jobs_before_becoming_another() {
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
