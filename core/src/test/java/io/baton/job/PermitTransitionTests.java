package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a job's permits in every way in which a job ends or moves. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class PermitTransitionTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    private static final Duration HOUR = Duration.ofHours(1);

    @BeforeEach
    void define() {
        limited.define("a", 1);
        limited.define("b", 1);
    }

    /** What a job is after it moved, what its permits of a and b are then, and which limits are dirty. */
    private record Expected(@Nullable JobState state, Map<String, Integer> permits, Set<String> dirty) {}

    private interface Move {
        void make(PermitTransitionTests contract, long job);
    }

    private record Case(Move move, Expected expected) {}

    private static final Map<String, Integer> HELD = Map.of("a", 2, "b", 2);
    private static final Map<String, Integer> ASLEEP = Map.of("a", 0, "b", 0);
    private static final Map<String, Integer> ANEW = Map.of("a", 1, "b", 0);
    private static final Map<String, Integer> HALF = Map.of("a", 2, "b", 1);
    private static final Set<String> BOTH = Set.of("a", "b");

    private static Case gone(Move move) {
        return new Case(move, new Expected(null, Map.of(), BOTH));
    }

    private static Case is(JobState state, Map<String, Integer> permits, Set<String> dirty, Move move) {
        return new Case(move, new Expected(state, permits, dirty));
    }

    private static Move settled(Outcome outcome) {
        return (contract, job) -> contract.settle(contract.claim(job), outcome);
    }

    private static Map<String, Case> cases() {
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("completed", gone(settled(Outcome.Completed.PLAIN)));
        cases.put("stopped", gone(settled(new Outcome.Cancelled())));
        cases.put(
                "cancelled while ready", gone((contract, job) -> contract.limited.database.store.cancel(List.of(job))));
        cases.put("cancelled while running", gone((contract, job) -> {
            ClaimedJob claimed = contract.claim(job);
            contract.limited.database.store.cancel(List.of(job));
            assertThat(contract.limited.of(job)).isEqualTo(HELD);
            contract.settle(claimed, new Outcome.Retried(HOUR, "it broke"));
        }));
        cases.put("dead", is(JobState.DEAD, ASLEEP, BOTH, settled(new Outcome.Dead("it broke"))));
        cases.put(
                "retried later", is(JobState.SCHEDULED, ASLEEP, BOTH, settled(new Outcome.Retried(HOUR, "it broke"))));
        cases.put(
                "retried at once",
                is(JobState.READY, HELD, Set.of(), settled(new Outcome.Retried(Duration.ZERO, "x"))));
        cases.put("snoozed", is(JobState.SCHEDULED, ASLEEP, BOTH, settled(new Outcome.Snoozed(HOUR))));
        cases.put(
                "snoozed for no time", is(JobState.READY, HELD, Set.of(), settled(new Outcome.Snoozed(Duration.ZERO))));
        cases.put("handed back", is(JobState.READY, HELD, Set.of(), settled(Outcome.HandedBack.UNSTARTED)));
        cases.put(
                "handed back for later",
                is(JobState.SCHEDULED, ASLEEP, BOTH, settled(new Outcome.HandedBack(Duration.ofSeconds(5), "later"))));
        cases.put("interrupted", is(JobState.READY, HELD, Set.of(), settled(Outcome.Interrupted.PLAIN)));
        cases.put(
                "interrupted for later",
                is(JobState.SCHEDULED, ASLEEP, BOTH, settled(new Outcome.Interrupted(HOUR, "it was cut"))));
        cases.put("interrupted too often", is(JobState.DEAD, ASLEEP, BOTH, (contract, job) -> {
            contract.limited.database.interrupted(Outcome.Interrupted.MOST_IN_A_ROW - 1);
            contract.settle(contract.claim(job), Outcome.Interrupted.PLAIN);
        }));
        cases.put("unlocked", is(JobState.READY, HELD, Set.of(), (contract, job) -> contract.die(job, 0)));
        cases.put("lethal", is(JobState.DEAD, ASLEEP, BOTH, (contract, job) -> contract.die(job, 5)));
        cases.put("cancelled on a dead worker", gone((contract, job) -> {
            long worker = contract.claimForDying();
            contract.limited.database.store.cancel(List.of(job));
            contract.lose(worker);
        }));
        cases.put(
                "rescheduled",
                is(
                        JobState.SCHEDULED,
                        ASLEEP,
                        BOTH,
                        (contract, job) ->
                                contract.limited.database.store.reschedule(List.of(job), new Due.After(HOUR))));
        cases.put(
                "rescheduled to now",
                is(
                        JobState.BLOCKED,
                        ANEW,
                        BOTH,
                        (contract, job) -> contract.limited.database.store.reschedule(List.of(job), Due.NOW)));
        cases.put("promoted", is(JobState.BLOCKED, ANEW, Set.of("a"), (contract, job) -> {
            contract.settle(contract.claim(job), new Outcome.Snoozed(HOUR));
            contract.limited.dirty();
            contract.limited.database.overdue(job, "2020-01-01 00:00:00");
            assertThat(contract.limited.database.store.promoteDue(10).promoted())
                    .isEqualTo(1);
        }));
        cases.put("revived", is(JobState.BLOCKED, ANEW, Set.of("a"), (contract, job) -> {
            contract.kill(job);
            assertThat(contract.limited.database.store.revive(List.of(job))).isEqualTo(1);
        }));
        cases.put(
                "removed",
                new Case(
                        (contract, job) -> {
                            contract.kill(job);
                            contract.limited.database.everythingLongAgo();
                            contract.limited.database.store.purge(
                                    new Retention(null, null, Duration.ofDays(1), 100), 10);
                        },
                        new Expected(null, Map.of(), Set.of())));
        return cases;
    }

    static Stream<String> names() {
        return cases().keySet().stream();
    }

    private ClaimedJob claim(long job) {
        ClaimedJob claimed = limited.database.claimOne();
        assertThat(claimed.id()).isEqualTo(job);
        return claimed;
    }

    private void settle(ClaimedJob job, Outcome outcome) {
        assertThat(limited.database.store.settle(List.of(Settlement.of(job, outcome))))
                .containsValue(Settled.DONE);
    }

    private void kill(long job) {
        settle(claim(job), new Outcome.Dead("it broke"));
        limited.dirty();
    }

    private long claimForDying() {
        long worker = limited.database.register("dying", "q");
        assertThat(limited.database
                        .store
                        .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                        .jobs())
                .hasSize(1);
        return worker;
    }

    private void lose(long worker) {
        limited.database.workers.deregister(worker, false);
        limited.database.store.unlock(worker, 10);
    }

    private void die(long job, int crashes) {
        long worker = claimForDying();
        limited.database.crashed(crashes + 1);
        lose(worker);
        assertThat(limited.database.find(job)).isNotNull();
    }

    /** Makes the move, and looks at what becomes of the job. */
    private void check(Case tried, long job) {
        tried.move().make(this, job);

        assertThat(limited.of(job)).isEqualTo(tried.expected().permits());
        // some may be dirty in vain: the transaction of a caller may see them as they were
        assertThat(limited.dirty()).containsAll(tried.expected().dirty()).isSubsetOf(BOTH);
        if (tried.expected().state() != null) {
            assertThat(limited.database.state(job)).isEqualTo(tried.expected().state());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_job_that_has_its_permits(String name) {
        Case tried = Objects.requireNonNull(cases().get(name));
        long job = limited.insert(job(), "a", "b");
        limited.follow();
        assertThat(limited.of(job)).isEqualTo(HELD);
        check(tried, job);
    }

    @ParameterizedTest
    @MethodSource("names")
    void whoever_waits_for_what_it_gave_back_is_admitted(String name) {
        Case tried = Objects.requireNonNull(cases().get(name));
        long job = limited.insert(job(), "a", "b");
        limited.follow();
        tried.move().make(this, job);
        long other = limited.insert(job().queue("q").priority(1), "a", "b");
        limited.follow();

        boolean kept = tried.expected().permits().equals(HELD);
        assertThat(limited.database.state(other)).isEqualTo(kept ? JobState.BLOCKED : JobState.READY);
        assertThat(limited.held("a")).isEqualTo(1);
        assertThat(limited.held("b")).isEqualTo(1);
    }

    private static Map<String, Case> ofWaiters() {
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put(
                "cancelled",
                new Case(
                        (contract, job) -> contract.limited.database.store.cancel(List.of(job)),
                        new Expected(null, Map.of(), Set.of("a"))));
        cases.put(
                "rescheduled",
                is(
                        JobState.SCHEDULED,
                        ASLEEP,
                        Set.of("a"),
                        (contract, job) ->
                                contract.limited.database.store.reschedule(List.of(job), new Due.After(HOUR))));
        cases.put(
                "rescheduled to now",
                is(
                        JobState.BLOCKED,
                        ANEW,
                        Set.of("a"),
                        (contract, job) -> contract.limited.database.store.reschedule(List.of(job), Due.NOW)));
        return cases;
    }

    static Stream<String> namesOfWaiters() {
        return ofWaiters().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("namesOfWaiters")
    void a_job_that_has_one_permit_and_waits_for_the_other(String name) {
        Case tried = Objects.requireNonNull(ofWaiters().get(name));
        limited.insert(job(), "b");
        limited.follow();
        long job = limited.insert(job(), "a", "b");
        limited.follow();
        assertThat(limited.of(job)).isEqualTo(HALF);
        check(tried, job);
    }

    @Test
    void one_that_comes_back_waits_where_its_new_time_puts_it() {
        long first = limited.insert(job(), "a");
        limited.follow();
        long second = limited.insert(job(), "a");
        long third = limited.insert(job(), "a");
        limited.database.store.reschedule(List.of(second), Due.NOW);
        settle(claim(first), Outcome.Completed.PLAIN);
        limited.follow();

        assertThat(limited.database.claimOne().id()).isEqualTo(third);
    }

    @Test
    void one_that_was_stored_without_its_permits_waits_for_them() {
        long job = limited.insert(job());
        settle(claim(job), new Outcome.Blocked(List.of("a", "b")));

        assertThat(limited.database.state(job)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.of(job)).isEqualTo(ANEW);
        assertThat(limited.database.find(job).attempts()).isZero();
        limited.follow();
        assertThat(claim(job).ties().bits()).isEqualTo(Ties.LIMITS);
    }

    @Test
    void one_that_waits_for_permits_keeps_its_other_ties() {
        long stored = limited.database
                .store
                .insertAllWithIds(List.of(job().asNew().at(new NewJob.Place(7, 3, false))))
                .get(0);
        settle(claim(stored), new Outcome.Blocked(List.of("a")));
        limited.follow();

        assertThat(claim(stored).ties().bits()).isEqualTo(Ties.BATCH + Ties.LIMITS);
    }

    @Test
    void one_that_is_cancelled_meanwhile_does_not_wait_for_them() {
        long job = limited.insert(job());
        ClaimedJob claimed = claim(job);
        limited.database.store.cancel(List.of(job));
        settle(claimed, new Outcome.Blocked(List.of("a")));

        assertThat(limited.database.state(job)).isEqualTo(JobState.CANCELLED);
        assertThat(limited.of(job)).isEmpty();
    }

    @Test
    void nobody_is_told_of_what_is_not_committed() {
        long job = limited.insert(job(), "a");
        limited.follow();
        limited.dirty();
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(List.of(job)));
            assertThat(limited.dirty()).isEmpty();
            person.rollback();
        }
        assertThat(limited.dirty()).isEmpty();
        assertThat(limited.of(job)).isEqualTo(Map.of("a", 2));
    }

    @Test
    void a_job_stored_with_some_of_its_permits_waits_for_all_anew() {
        long job = limited.insert(job(), "a");
        limited.follow();
        settle(claim(job), new Outcome.Blocked(List.of("a", "b")));

        assertThat(limited.database.state(job)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.of(job)).isEqualTo(ANEW);
        assertThat(limited.dirty()).contains("a");
    }

    @Test
    void several_that_were_stored_without_their_permits_all_wait_for_them() {
        List<Long> jobs = List.of(limited.insert(job()), limited.insert(job()));
        List<ClaimedJob> claimed = limited.database.claim(2);
        limited.database.store.settle(claimed.stream()
                .map(job -> Settlement.of(job, new Outcome.Blocked(List.of("a", "b"))))
                .toList());
        jobs.forEach(job -> assertThat(limited.of(job)).isEqualTo(ANEW));
    }
}
