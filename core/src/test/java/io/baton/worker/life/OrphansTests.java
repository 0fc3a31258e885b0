package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Runs;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Jobs that a claim got though nobody here learnt of it go back, and are looked for when there may be some. */
class OrphansTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final Duration OFTEN = Duration.ofSeconds(20);

    private long now;
    private int looks;
    private final List<Settlement> settled = new ArrayList<>();
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public Set<Fence> heldBy(long workerId) {
            looks++;
            return super.heldBy(workerId);
        }

        @Override
        public Map<Fence, Settled> settle(List<Settlement> settlements) {
            settled.addAll(settlements);
            return super.settle(settlements);
        }
    };
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
    private final Engine engine = WorkerParts.engine(
            new Stores(JobStore.roles(store), workers, database),
            Pulses.of(JobStore.roles(store), workers, database),
            Runnable::run,
            () -> now,
            UUID::randomUUID);
    private final Holdings holdings = Runs.holdings();
    private final WakeupInbox inbox = new WakeupInbox();
    private final Settler settler = new Settler(engine, holdings, inbox, inbox);
    private final WorkerIdentity identity = new WorkerIdentity(
            engine,
            epoch -> new WorkerInfo("worker", "host", 1, epoch, "test", Duration.ofSeconds(10), Set.of(), Set.of()),
            Duration.ofSeconds(10));
    private final Set<Fence> open = new HashSet<>();
    private Consumer<Fence> beforeAsked = fence -> {};
    private final Orphans orphans = new Orphans(engine, identity, holdings, settler, fence -> {
        beforeAsked.accept(fence);
        return open.contains(fence);
    });

    private void pass(Duration time) {
        now += time.toNanos();
        orphans.turn();
        settler.turn();
    }

    private ClaimedJob claimed() {
        store.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
        return store.claim(new Claim("q", UUID.randomUUID(), identity.current(), 1, null))
                .jobs()
                .get(0);
    }

    private JobState state(ClaimedJob job) {
        return Objects.<JobRow>requireNonNull(database.job(job.id())).state();
    }

    @Test
    void only_jobs_of_a_claim_with_lost_response_are_released() {
        ClaimedJob known = claimed();
        holdings.claimed(List.of(known));
        ClaimedJob unknown = claimed();
        orphans.suspect();
        pass(OFTEN);
        pass(OFTEN);
        assertThat(state(unknown)).isEqualTo(JobState.CLAIMED);
        pass(OFTEN);
        assertThat(state(unknown)).isEqualTo(JobState.READY);
        assertThat(state(known)).isEqualTo(JobState.CLAIMED);
    }

    @Test
    void jobs_of_an_open_claim_are_not_released() {
        ClaimedJob unread = claimed();
        open.add(unread.fence());
        orphans.suspect();
        for (int i = 0; i < 3; i++) {
            pass(OFTEN);
        }
        assertThat(state(unread)).isEqualTo(JobState.CLAIMED);
        open.clear();
        pass(OFTEN);
        pass(OFTEN);
        assertThat(state(unread)).isEqualTo(JobState.READY);
    }

    /** Its settlement is under way in the second scan, which finds it in the database and not among what is held. */
    @Test
    void a_job_taken_during_a_scan_counts_as_known_in_it() {
        ClaimedJob job = claimed();
        beforeAsked = fence -> holdings.claimed(List.of(job));
        orphans.suspect();
        pass(OFTEN);
        pass(OFTEN);
        beforeAsked = fence -> {};
        holdings.settled(job.fence());
        pass(OFTEN);
        assertThat(settled).isEmpty();
    }

    /** Nobody here knows whether it has permits, a key or a batch, which go by its end. */
    @Test
    void whatever_it_may_take_part_in_follows_it() {
        ClaimedJob unknown = claimed();
        orphans.suspect();
        for (int i = 0; i < 3; i++) {
            pass(OFTEN);
        }
        assertThat(settled).containsExactly(new Settlement(unknown.fence(), Outcome.HandedBack.UNSTARTED, true, null));
    }

    @Test
    void a_running_job_is_not_released_though_no_longer_held() {
        ClaimedJob running = claimed();
        holdings.begin(holdings.enter(), List.of(running));
        orphans.suspect();
        for (int i = 0; i < 4; i++) {
            pass(OFTEN);
        }
        assertThat(state(running)).isEqualTo(JobState.CLAIMED);
    }

    @Test
    void looks_seldom_while_no_claim_fails() {
        identity.current();
        for (int i = 0; i < 15; i++) {
            pass(OFTEN);
        }
        assertThat(looks).isEqualTo(1);
        orphans.suspect();
        for (int i = 0; i < 15; i++) {
            pass(OFTEN);
        }
        assertThat(looks).isBetween(3, 5);
    }

    /** As a failover to a server that does not have the claim. */
    private void lose(ClaimedJob job) {
        store.settle(List.of(new Settlement(job.fence(), new Outcome.Snoozed(Duration.ZERO), false, null)));
    }

    private void passScans() {
        orphans.suspect();
        for (int i = 0; i < 3; i++) {
            pass(OFTEN);
        }
    }

    private ActiveRun running(ClaimedJob... jobs) {
        holdings.claimed(List.of(jobs));
        return holdings.begin(holdings.enter(), List.of(jobs));
    }

    @Test
    void a_run_whose_claim_is_lost_is_stopped() {
        ClaimedJob job = claimed();
        ActiveRun run = running(job);
        lose(job);
        passScans();
        assertThat(run.stopReason()).isEqualTo(StopReason.LOST);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_waiting_job_whose_claim_is_lost_is_forgotten() {
        ClaimedJob lost = claimed();
        ClaimedJob standing = claimed();
        holdings.claimed(List.of(lost, standing));
        lose(lost);
        passScans();
        assertThat(holdings.held()).containsExactly(standing.fence());
    }

    @Test
    void a_run_that_holds_another_job_is_not_stopped() {
        ClaimedJob lost = claimed();
        ActiveRun run = running(lost, claimed());
        lose(lost);
        passScans();
        assertThat(run.stopping()).isFalse();
    }

    /** Its own transaction may have ended the claim, and something of the application's follows the commit. */
    @Test
    void a_run_whose_transaction_settles_its_job_is_not_stopped() {
        ClaimedJob job = claimed();
        ActiveRun run = running(job);
        run.settles();
        lose(job);
        passScans();
        assertThat(run.stopping()).isFalse();
    }

    /** A job that was settled between both reads is missing too. */
    @Test
    void one_scan_without_a_claim_proves_nothing() {
        ClaimedJob job = claimed();
        ActiveRun run = running(job);
        lose(job);
        orphans.suspect();
        pass(OFTEN);
        pass(OFTEN);
        assertThat(run.stopping()).isFalse();
    }
}
