package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.permit.Admitted;
import io.baton.permit.Limit;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A limited job is blocked until an admission gave it its permits, and an admission gives no more than there are. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class PermitTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    private JobState state(long id) {
        return limited.database.state(id);
    }

    private List<Long> insert(int count, String... names) {
        return IntStream.range(0, count)
                .mapToObj(each -> limited.insert(job(), names))
                .toList();
    }

    private List<Long> ready() {
        return limited.database.claim("q", 1_000).stream().map(ClaimedJob::id).toList();
    }

    @Test
    void a_limited_job_is_blocked_from_its_birth() {
        limited.define("a", 1);
        long id = limited.insert(job(), "a");

        assertThat(state(id)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.of(id)).isEqualTo(Map.of("a", 1));
        assertThat(ready()).isEmpty();
        assertThat(limited.dirty()).containsExactly("a");
    }

    @Test
    void a_scheduled_one_sleeps() {
        limited.define("a", 1);
        long id = limited.insert(job().dueIn(Duration.ofHours(1)), "a");

        assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(limited.of(id)).isEqualTo(Map.of("a", 0));
        assertThat(limited.dirty()).isEmpty();
        assertThat(limited.admit("a").jobs()).isZero();
    }

    /** Stored alone and in bulk; in neither it is waited for by an admission before others have ended. */
    @Test
    void one_that_waits_for_others_asks_for_none() {
        limited.define("a", 1);
        NewJob waiting = job().permits("a").asNew().awaiting(0);
        List<Long> ids = Stream.of(List.of(waiting), List.of(waiting, waiting))
                .flatMap(jobs -> limited.database.store.insertAllWithIds(jobs).stream())
                .toList();

        assertThat(ids).hasSize(3).allSatisfy(id -> assertThat(limited.of(id)).isEqualTo(Map.of("a", 0)));
        assertThat(limited.dirty()).isEmpty();
    }

    @Test
    void a_rolled_back_one_leaves_nothing() {
        limited.define("a", 1);
        assertThatThrownBy(() -> limited.database.transactions.run(() -> {
                    limited.database.joining.insert(job().permits("a").asNew());
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");

        assertThat(limited.dirty()).isEmpty();
        assertThat(limited.permitRows()).isZero();
    }

    @Test
    void an_unknown_limit_is_refused() {
        assertThatThrownBy(() -> limited.insert(job(), "nobody"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> limited.insert(job(), "nobody:acme")).isInstanceOf(BatonException.class);
        assertThat(limited.database.store.counts()).isEmpty();
    }

    @Test
    void many_are_stored_together_each_with_its_own() {
        limited.define("a", 1);
        limited.define("b", 1);
        List<NewJob> jobs = Stream.of("x", "y", "z")
                .map(key ->
                        job().payload('"' + key + '"').permits("b", "a:" + key).asNew())
                .toList();
        List<Long> ids = limited.database.store.insertAllWithIds(jobs);

        assertThat(ids).hasSize(3).isSorted();
        assertThat(limited.of(ids.get(0))).isEqualTo(Map.of("a:x", 1, "b", 0));
        assertThat(limited.of(ids.get(2))).isEqualTo(Map.of("a:z", 1, "b", 0));
        assertThat(limited.dirty()).containsExactlyInAnyOrder("a:x", "a:y", "a:z");
        limited.database.store.insertAll(
                List.of(job().asNew(), job().permits("a").asNew()));
        assertThat(limited.database.claimOne().ties()).isEqualTo(Ties.NONE);
    }

    @Test
    void jobs_with_and_without_limits_are_stored_together() {
        limited.define("a", 1);
        List<NewJob> mixed = List.of(job().asNew(), job().permits("a").asNew());
        limited.database.store.insertAll(mixed);
        assertThat(limited.permitRows()).isEqualTo(1);
        limited.database.store.insertAllWithIds(mixed);
        assertThat(limited.permitRows()).isEqualTo(2);
    }

    @Test
    void a_permit_is_held_while_its_job_waits_for_another_one() {
        limited.define("a", 1);
        limited.define("b", 1);
        limited.insert(job(), "b");
        limited.follow();
        long both = limited.insert(job(), "a", "b");
        limited.follow();
        assertThat(limited.of(both)).isEqualTo(Map.of("a", 2, "b", 1));
        long late = limited.insert(job(), "a");
        limited.follow();
        assertThat(state(late)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void as_many_are_admitted_as_there_are_permits() {
        limited.define("a", 3);
        List<Long> ids = insert(10, "a");
        Admitted admitted = limited.admit("a");

        assertThat(admitted.jobs()).isEqualTo(3);
        assertThat(admitted.queues()).containsExactly("q");
        assertThat(ready()).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(limited.admit("a").jobs())
                .as("they run and keep their permits")
                .isZero();
    }

    @Test
    void one_release_lets_one_start() {
        limited.define("a", 1);
        insert(100, "a");
        limited.follow();
        ClaimedJob first = limited.database.claimOne();
        limited.database.store.settle(List.of(Settlement.of(first, Outcome.Completed.PLAIN)));
        assertThat(ready()).as("nobody has followed up yet").isEmpty();
        limited.follow();

        assertThat(ready()).hasSize(1);
        assertThat(limited.held("a")).isEqualTo(1);
    }

    @Test
    void waiters_are_served_by_priority_and_then_by_age() {
        limited.define("a", 1);
        long old = limited.insert(job(), "a");
        long young = limited.insert(job(), "a");
        long urgent = limited.insert(job().priority(5), "a");
        List<Long> order = Stream.generate(() -> {
                    limited.admit("a");
                    ClaimedJob job = limited.database.claimOne();
                    limited.database.store.settle(List.of(Settlement.of(job, Outcome.Completed.PLAIN)));
                    return job.id();
                })
                .limit(3)
                .toList();

        assertThat(order).containsExactly(urgent, old, young);
    }

    @Test
    void no_more_are_admitted_at_once_than_was_asked_for() {
        limited.define("a", 10);
        insert(10, "a");
        Admitted some = limited.database.transactions.run(() -> limited.permits.admit(Set.of("a"), Set.of("q"), 4));

        assertThat(some.jobs()).isEqualTo(4);
        assertThat(some.further()).containsExactly("a");
    }

    @Test
    void queues_that_are_not_served_get_no_permits() {
        limited.define("a", 1);
        limited.insert(job().queue("elsewhere"), "a");

        Admitted none = limited.admit("a");
        assertThat(none.jobs()).isZero();
        assertThat(none.otherQueues()).as("others may serve them").containsExactly("a");
        limited.define("b", 1);
        assertThat(limited.admit("a", "b").otherQueues())
                .as("nobody waits for the other")
                .containsExactly("a");
    }

    @Test
    void several_permits_come_one_after_the_other() {
        limited.define("a", 1);
        limited.define("b", 1);
        long both = limited.insert(job(), "b", "a");
        long only = limited.insert(job(), "b");

        assertThat(limited.admit("a").further()).containsExactly("b");
        assertThat(state(both)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.of(both)).isEqualTo(Map.of("a", 2, "b", 1));
        limited.admit("b");
        assertThat(ready()).containsExactly(both);
        assertThat(state(only)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void who_holds_a_permit_already_stands_before_who_is_more_urgent() {
        limited.define("a", 1);
        limited.define("b", 1);
        long holder = limited.insert(job(), "b");
        limited.follow();
        long half = limited.insert(job(), "a", "b");
        limited.insert(job().priority(100), "b");
        limited.follow();
        ClaimedJob first = limited.database.claimOne();
        assertThat(first.id()).isEqualTo(holder);
        limited.database.store.settle(List.of(Settlement.of(first, Outcome.Completed.PLAIN)));
        limited.follow();

        assertThat(ready()).containsExactly(half);
    }

    @Test
    void the_same_limit_twice_is_one_permit() {
        limited.define("a", 1);
        limited.insert(job(), "a", "a");
        limited.follow();

        assertThat(ready()).hasSize(1);
    }

    @Test
    void each_key_has_the_permits_of_its_family_unless_given_its_own() {
        limited.define("a", 1);
        insert(3, "a:x");
        insert(3, "a:y");
        limited.database.transactions.run(() -> limited.permits.change("a:y", Limit.of(2)));
        limited.follow();

        assertThat(limited.held("a:x")).isEqualTo(1);
        assertThat(limited.held("a:y")).isEqualTo(2);
        assertThat(limited.database.transactions.run(() -> limited.permits.change("nobody:x", Limit.of(2))))
                .isFalse();
    }

    @Test
    void growing_admits_more_and_shrinking_evicts_nobody() {
        limited.define("a", 2);
        insert(6, "a");
        limited.follow();
        limited.database.transactions.run(() -> limited.permits.change("a", Limit.of(4)));
        limited.admit("a");
        assertThat(limited.held("a")).isEqualTo(4);
        limited.database.transactions.run(() -> limited.permits.change("a", Limit.of(1)));
        limited.admit("a");
        assertThat(limited.held("a")).isEqualTo(4);
        List<ClaimedJob> running = limited.database.claim(10);
        running.subList(0, 3)
                .forEach(job -> limited.database.store.settle(List.of(Settlement.of(job, Outcome.Completed.PLAIN))));
        limited.follow();
        assertThat(limited.held("a")).isEqualTo(1);
        limited.database.transactions.run(() -> limited.permits.change("a", Limit.of(0)));
        limited.database.store.settle(List.of(Settlement.of(running.get(3), Outcome.Completed.PLAIN)));
        limited.follow();
        assertThat(limited.held("a")).isZero();
    }

    @Test
    void a_property_counts_only_when_it_changes() {
        assertThat(declare(3)).isTrue();
        assertThat(declare(3)).isFalse();
        limited.database.transactions.run(() -> limited.permits.change("a", Limit.of(5)));
        assertThat(declare(3)).as("a restart does not undo a resize").isFalse();
        assertThat(capacity()).isEqualTo(5);
        assertThat(declare(4)).isTrue();
        assertThat(capacity()).isEqualTo(4);
        limited.define("a", 7);
        assertThat(capacity()).as("it is there").isEqualTo(4);
    }

    private boolean declare(int capacity) {
        return limited.database.transactions.run(() -> limited.permits.declare("a", Limit.of(capacity)));
    }

    private int capacity() {
        return limited.permits.find("a").orElseThrow().capacity();
    }

    @Test
    void people_see_who_holds_and_who_waits() {
        limited.define("a", 1);
        List<Long> ids = insert(3, "a");
        limited.follow();
        var seen = limited.permits.find("a").orElseThrow();

        assertThat(seen.holders()).extracting(id -> id.value()).containsExactly(ids.get(0));
        assertThat(seen.waiters()).extracting(id -> id.value()).containsExactlyElementsOf(ids.subList(1, 3));
        assertThat(seen.held()).isEqualTo(1);
        assertThat(seen.waiting()).isEqualTo(2);
        assertThat(limited.permits.find("nobody")).isEmpty();
        assertThat(limited.permits.awaited("", 10)).containsExactly("a");
    }

    @Test
    void whose_row_somebody_holds_is_passed_over() {
        limited.define("a", 2);
        List<Long> ids = insert(4, "a");
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(ids.subList(0, 3)));
            Admitted admitted = limited.admit("a");
            assertThat(admitted.jobs()).isEqualTo(1);
            assertThat(admitted.busy()).as("somebody may let go of others").containsExactly("a");
            assertThat(admitted.otherQueues()).isEmpty();
            assertThat(ready()).containsExactly(ids.get(3));
            person.rollback();
        }
        limited.admit("a");
        assertThat(ready()).containsExactly(ids.get(0));
    }

    @Test
    void an_enqueue_that_stays_open_holds_nobody_up() {
        limited.define("a", 2);
        try (HeldTransaction user = limited.database.hold()) {
            user.call(() -> limited.database.joining.insert(job().permits("a").asNew()));
            long other = limited.insert(job(), "a");
            limited.admit("a");
            assertThat(ready()).containsExactly(other);
            user.rollback();
        }
    }

    @Test
    void a_dead_workers_job_keeps_its_permit() {
        limited.define("a", 1);
        long worker = limited.database.register("dying", "q");
        insert(2, "a");
        limited.follow();
        ClaimedJob held = limited.database
                .store
                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
        limited.database.workers.deregister(worker, false);
        limited.database.store.unlock(worker, 10);
        limited.admit("a");

        assertThat(state(held.id())).isEqualTo(JobState.READY);
        assertThat(ready()).containsExactly(held.id());
        assertThat(limited.held("a")).isEqualTo(1);
    }

    @Test
    void waiters_of_all_queues_stand_in_one_line() {
        limited.define("a", 1);
        limited.insert(job(), "a");
        long first = limited.insert(job().queue("other").priority(100), "a");
        limited.database.transactions.run(() -> limited.permits.admit(Set.of("a"), Set.of("q", "other"), 10));

        assertThat(state(first)).isEqualTo(JobState.READY);
        assertThat(ready()).isEmpty();
    }

    @Test
    void only_limits_for_which_somebody_waits_get_rows_for_their_keys() {
        limited.define("a", 1);
        assertThat(limited.admit("a:x", "nobody", "nobody:x"))
                .isEqualTo(new Admitted(0, Set.of(), Set.of(), Set.of(), Set.of(), Map.of()));
        assertThat(limited.permits.find("a:x")).isEmpty();
    }

    @Test
    void several_limits_are_admitted_for_together() {
        limited.define("a", 1);
        limited.define("b", 2);
        insert(3, "a");
        insert(3, "b");
        insert(1, "a:x");
        Admitted admitted = limited.admit("b", "a:x", "a");

        assertThat(admitted.jobs()).isEqualTo(4);
        assertThat(admitted.otherQueues()).isEmpty();
        assertThat(ready()).hasSize(4);
    }
}
