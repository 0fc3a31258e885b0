package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimHints;
import io.baton.job.Claimed;
import io.baton.job.ClaimedJob;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerInfo;
import io.baton.job.WorkerStore;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a claim loop tells its store and when it comes back, at rest on a node that receives wake-ups from others. */
class ClaimLoopTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    private final List<String> done = new ArrayList<>();
    private final Map<String, Duration> untilChecked = new LinkedHashMap<>();
    private final WakeupInbox inbox = new WakeupInbox();
    private final WakeupInbox elsewhere = new WakeupInbox();
    private final WakeupPublisher publisher = new WakeupPublisher(inbox, elsewhere);
    private final Map<String, Lane> lanes = new LinkedHashMap<>();
    private final Holdings holdings = new Holdings();
    private final WorkerIdentity identity;
    private final GuardedClaims claims;
    private final Lease lease;
    private final ClaimFailures failures;
    private final Settler settler;
    private long now = -5_000_000_000L;
    private Set<String> cheaperToClaim = Set.of();
    private List<ClaimedJob> claimed = List.of();
    private @Nullable RuntimeException failure;
    private long costNanos;
    private Runnable duringClaim = () -> {};

    private final ClaimHints hints = new ClaimHints() {
        @Override
        public void expect(ReadyJobs ready) {
            done.add("expect " + ready.queue() + (ready.outOfTurn() ? " out of turn" : " " + ready.priorities()));
        }

        @Override
        public Set<String> cheaperToClaim(Set<String> queues) {
            return queues.stream().filter(cheaperToClaim::contains).collect(Collectors.toSet());
        }
    };

    /** Answers what the test says; notes what it is told and asked. */
    private final class Store extends InMemoryJobStore {

        private Store(MemoryDatabase database) {
            super(database, KEEP_ALL);
        }

        @Override
        public ClaimHints hints() {
            return hints;
        }

        @Override
        public Claimed claim(Claim claim) {
            done.add("claim " + claim.queue() + (claim.types() == null ? "" : " " + claim.types()));
            now += costNanos;
            RuntimeException thrown = failure;
            failure = null;
            if (thrown != null) {
                throw thrown;
            }
            duringClaim.run();
            return new Claimed(
                    claimed, claimed.size() == claim.limit() ? Duration.ZERO : untilChecked.remove(claim.queue()));
        }

        @Override
        public Set<String> queuesWithWork(Set<String> queues) {
            done.add("ask " + new TreeSet<>(queues));
            return Set.of();
        }
    }

    private static final class Direct implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    }

    @SuppressWarnings("NullAway") // nothing is ever claimed, so nobody runs it
    ClaimLoopTests() {
        MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
        Store store = new Store(database);
        WorkerStore workers = new InMemoryWorkerStore(database, KEEP_ALL);
        Transactions transactions = new Direct();
        Engine engine = new Engine(
                new Stores(store, workers, transactions),
                Pulses.of(store, workers, transactions),
                Runnable::run,
                () -> now,
                UUID::randomUUID);
        lease = new Lease(engine.ticker(), DEAD_AFTER);
        settler = new Settler(store, transactions, holdings, new ReadySignals(inbox, elsewhere));
        for (String queue : List.of("a", "b")) {
            lanes.put(
                    queue,
                    new Lane(
                            queue,
                            new QueueSettings(10, 10),
                            1,
                            type -> 1,
                            MemoryShares.of(Long.MAX_VALUE, 1),
                            new SuspectGate()));
        }
        LaneRunners runners = new LaneRunners(lanes, task -> {}, null, settler, holdings, Deadlines.onThread());
        identity = new WorkerIdentity(
                workers,
                transactions,
                epoch -> new WorkerInfo(
                        "worker", "host", 1, epoch, "test", DEAD_AFTER, Set.of("a", "b"), Set.of("work")),
                engine.ticker(),
                lease);
        failures = new ClaimFailures(engine.ticker(), DEAD_AFTER);
        ClaimLoop loop = new ClaimLoop(
                engine,
                identity,
                runners,
                settler,
                new QueueWatch(engine, identity, lanes.keySet(), publisher, POLL),
                new UnknownTypes(engine, Set.of("work"), Duration.ofHours(1)));
        claims = new GuardedClaims(loop, identity, failures, publisher, () -> {});
    }

    @BeforeEach
    void rest() {
        inbox.receivesFromOthers(true);
        publisher.serve(lanes.keySet());
        claims.turn();
        done.clear();
    }

    @Test
    void the_store_is_told_before_the_claim_where_the_jobs_are() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).containsExactly("expect a [7]", "claim a");
    }

    /** Nobody knows whether claims would still fail while none is tried. */
    @Test
    void a_failure_does_not_last_while_the_lease_is_out() {
        inbox.jobsAvailable(ReadyJobs.of("a"));
        failure = new IllegalStateException("no room");
        assertThatThrownBy(claims::turn).hasMessage("no room");
        now += DEAD_AFTER.toNanos();
        assertThat(failures.lasting()).as("nothing was tried since").isNull();
        claims.turn();

        lease.renewed(now);
        failure = new IllegalStateException("no room");
        inbox.jobsAvailable(ReadyJobs.of("a"));
        assertThatThrownBy(claims::turn).hasMessage("no room");
        assertThat(failures.lasting()).as("claims were not tried").isNull();
    }

    @Test
    void queues_of_others_are_not_talked_about() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("c"));
        claims.turn();
        assertThat(done).isEmpty();
    }

    @Test
    void who_may_have_missed_something_looks_everywhere() {
        inbox.checkAll();
        claims.turn();
        assertThat(done).contains("expect a out of turn", "expect b out of turn");
    }

    @Test
    void it_comes_back_when_a_claim_can_look_where_jobs_are_expected() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("a"));
        inbox.jobsAvailable(ReadyJobs.outOfTurn("b"));
        untilChecked.put("a", Duration.ofMillis(80));
        untilChecked.put("b", Duration.ofMillis(300));
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(80));
        done.clear();

        now += Duration.ofMillis(79).toNanos();
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(1));
        assertThat(done).isEmpty();

        now += Duration.ofMillis(1).toNanos();
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(220));
        assertThat(done).containsExactly("claim a");

        now += Duration.ofMillis(220).toNanos();
        assertThat(claims.turn()).as("nothing is left").isGreaterThan(Duration.ofMinutes(1));
        assertThat(done).containsExactly("claim a", "claim b");
    }

    @Test
    void what_a_claim_can_look_for_at_once_needs_no_rest() {
        inbox.jobsAvailable(ReadyJobs.outOfTurn("a"));
        untilChecked.put("a", Duration.ZERO);
        assertThat(claims.turn()).isZero();
        claims.turn();
        assertThat(done).containsExactly("expect a out of turn", "claim a", "claim a");
    }

    @Test
    void a_queue_whose_front_is_expensive_is_not_asked_whether_it_has_work() {
        cheaperToClaim = Set.of("a");
        inbox.checkAll();
        claims.turn();
        assertThat(done).contains("claim a").doesNotContain("ask [a, b]");
    }

    private static List<ClaimedJob> jobs(int count) {
        return jobs(count, "work");
    }

    private static List<ClaimedJob> jobs(int count, String type) {
        return Collections.nCopies(
                count,
                new ClaimedJob(1, new UUID(0, 0), type, "a", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, null, null));
    }

    @Test
    void nobody_else_is_woken_for_what_is_taken_here() {
        claimed = jobs(9);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).containsExactly("expect a [7]", "claim a");
        publisher.leave();
        assertThat(elsewhere.takeReady()).isEmpty();
    }

    @Test
    void others_are_woken_if_there_may_be_more_than_this_node_takes() {
        claimed = jobs(10);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(elsewhere.takeReady()).isEmpty();
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_there_is_no_room_here() {
        lanes.values().forEach(Lane::close);
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_this_node_cannot_claim() {
        failure = new IllegalStateException("the database is away");
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        assertThatThrownBy(claims::turn).hasMessage("the database is away");
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));
    }

    @Test
    void others_are_woken_if_this_node_does_not_look_everywhere_at_once() {
        untilChecked.put("a", Duration.ofMillis(80));
        publisher.jobsAvailable(ReadyJobs.outOfTurn("a"));
        claims.turn();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.outOfTurn("a"));
    }

    /** After a pause of the process its thread may go on before the one that beats. */
    @Test
    void claims_nothing_while_it_may_have_been_taken_for_dead() {
        now += DEAD_AFTER.toNanos();
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).isEmpty();
        assertThat(elsewhere.takeReady()).containsExactly(ReadyJobs.of("a", 7));

        identity.lost(identity.current());
        publisher.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).contains("claim a");
    }

    @Test
    void gives_back_what_it_claimed_under_an_identity_that_it_lost_meanwhile() {
        claimed = jobs(1);
        duringClaim = () -> {
            identity.lost(identity.current());
            identity.current();
        };
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(holdings.count()).isZero();
    }

    /** The marks of the store may have moved on past jobs that it did not get. */
    @Test
    void after_a_claim_of_which_nobody_knows_what_it_got_jobs_may_be_anywhere() {
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        failure = new IllegalStateException("the answer was lost");
        assertThatThrownBy(claims::turn).hasMessage("the answer was lost");
        done.clear();
        claims.turn();
        assertThat(done).containsExactly("expect a out of turn", "claim a");
    }

    /** It beats, and has a fresh lease. */
    private void passes(Duration time) {
        now += time.toNanos();
        lease.renewed(now);
    }

    private void meetsUnknownType() {
        claimed = jobs(1, "strange");
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        claimed = List.of();
        passes(Duration.ofMillis(20));
        done.clear();
    }

    @Test
    void jobs_of_unknown_types_are_given_back_and_others_run() {
        List<ClaimedJob> both = new ArrayList<>(jobs(1));
        both.addAll(jobs(2, "strange"));
        claimed = both;
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(settler.unsettled()).isEqualTo(2);
        assertThat(Objects.requireNonNull(lanes.get("a")).next())
                .extracting(ClaimedJob::type)
                .containsExactly("work");
    }

    @Test
    void whoever_met_an_unknown_type_asks_for_those_it_knows_for_a_while() {
        meetsUnknownType();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        inbox.jobsAvailable(ReadyJobs.of("b", 7));
        claims.turn();
        assertThat(done).contains("claim a [work]", "claim b");
        done.clear();

        passes(Duration.ofMinutes(10));
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).contains("claim a");
    }

    @Test
    void claims_that_pass_over_many_jobs_in_vain_take_little_of_the_time_however_often_jobs_are_announced() {
        meetsUnknownType();
        costNanos = Duration.ofMillis(100).toNanos();
        int turns = 0;
        for (Duration time = Duration.ZERO; time.toSeconds() < 30; time = time.plusMillis(10)) {
            publisher.jobsAvailable(ReadyJobs.of("a", 7));
            claims.turn();
            passes(Duration.ofMillis(10));
            turns++;
        }
        assertThat(turns).isEqualTo(3_000);
        assertThat(done).filteredOn(each -> each.startsWith("claim a")).hasSizeBetween(9, 12);
        assertThat(elsewhere.takeReady()).as("others may know them").isNotEmpty();
    }

    @Test
    void claims_that_find_all_they_want_need_no_pause() {
        meetsUnknownType();
        claimed = jobs(10);
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(claims.turn()).isZero();
    }

    @Test
    void what_was_announced_during_a_pause_is_looked_for_after_it() {
        meetsUnknownType();
        costNanos = Duration.ofMillis(10).toNanos();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        done.clear();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(300));
        assertThat(done).doesNotContain("claim a [work]");
        passes(Duration.ofMillis(300));
        claims.turn();
        assertThat(done).contains("claim a [work]");
    }
}
