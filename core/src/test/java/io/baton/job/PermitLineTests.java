package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.JobState;
import io.baton.permit.Admitted;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who of those that wait for a permit is next, also while somebody holds the rows of some. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class PermitLineTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    /** In this order, which is not that of any line. */
    private static final Set<String> BOTH = new LinkedHashSet<>(List.of("q", "other"));

    private JobState state(long id) {
        return limited.database.state(id);
    }

    private List<Long> claimed() {
        return limited.database.claim("q", 1_000).stream().map(ClaimedJob::id).toList();
    }

    private Admitted admitOfBoth(String name) {
        return limited.database.transactions.run(() -> limited.permits.admit(Set.of(name), BOTH, 1_000));
    }

    @Test
    void never_more_than_the_permits_are_admitted_beside_a_locked_waiter() {
        limited.define("a", 2);
        List<Long> ids = IntStream.range(0, 8)
                .mapToObj(each -> limited.insert(job(), "a"))
                .toList();
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(ids.subList(0, 1)));
            assertThat(limited.admit("a").jobs()).isEqualTo(2);
            person.rollback();
        }
        assertThat(limited.held("a")).isEqualTo(2);
        assertThat(claimed()).containsExactlyElementsOf(ids.subList(1, 3));
    }

    @Test
    void whoever_stands_next_is_next_though_somebody_holds_the_first() {
        assumeThat(kind).as("H2 locks rows in the order of their ids").isNotEqualTo(TestDatabase.H2);
        limited.define("a", 1);
        limited.insert(job(), "a");
        long next = limited.insert(job().priority(5), "a");
        long first = limited.insert(job().priority(9), "a");
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(List.of(first)));
            limited.admit("a");
            person.rollback();
        }
        assertThat(claimed()).containsExactly(next);
    }

    @Test
    void the_older_is_first_whatever_its_queue() {
        limited.define("a", 1);
        limited.insert(job(), "a");
        long older = limited.insert(job().queue("other").dueAt("2020-01-01T00:00:00Z"), "a");
        admitOfBoth("a");

        assertThat(state(older)).isEqualTo(JobState.READY);
        assertThat(claimed()).isEmpty();
    }

    @Test
    void who_holds_a_permit_already_is_first_whatever_its_queue() {
        limited.define("a", 1);
        limited.define("b", 1);
        limited.insert(job(), "b");
        limited.follow();
        ClaimedJob holder = limited.database.claimOne();
        long half = limited.insert(job().queue("other"), "a", "b");
        long urgent = limited.insert(job().priority(100), "b");
        admitOfBoth("a");
        limited.database.store.settle(List.of(Settlement.of(holder, Outcome.Completed.PLAIN)));
        admitOfBoth("b");

        assertThat(state(half)).isEqualTo(JobState.READY);
        assertThat(state(urgent)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void a_rate_waiter_holding_a_semaphore_precedes_more_urgent_ones() {
        limited.define("a", 1);
        limited.define("~r", RateTests.SLOW.withBurst(1));
        long half = limited.insert(job(), "a", "~r");
        limited.follow();
        ClaimedJob started = limited.database.claimOne();
        limited.insert(job().priority(100), "~r");
        limited.database.store.settle(List.of(Settlement.of(started, Outcome.HandedBack.UNSTARTED)));
        limited.pass(RateTests.DAY.plusMinutes(1));
        limited.admit("~r");

        assertThat(claimed()).containsExactly(half);
    }

    @Test
    void no_second_search_where_all_have_permits_or_none_are_left() {
        limited.define("room", 3);
        limited.define("full", 1);
        limited.insert(job(), "room");
        limited.insert(job(), "room");
        limited.insert(job(), "full");
        limited.insert(job(), "full");

        assertThat(limited.admit("room"))
                .isEqualTo(new Admitted(2, Set.of("q"), Set.of(), Set.of(), Set.of(), Map.of()));
        assertThat(limited.admit("full"))
                .isEqualTo(new Admitted(1, Set.of("q"), Set.of(), Set.of(), Set.of(), Map.of()));
        assertThat(limited.permits.awaited("", 10)).containsExactly("full");
    }

    @Test
    void a_job_waits_for_one_permit_at_a_time() {
        List.of("a", "b", "c").forEach(name -> limited.define(name, 1));
        long job = limited.insert(job(), "a", "b", "c");

        assertThat(limited.of(job)).isEqualTo(Map.of("a", 1, "b", 0, "c", 0));
        assertThat(limited.admit("a").further()).containsExactly("b");
        assertThat(limited.of(job)).isEqualTo(Map.of("a", 2, "b", 1, "c", 0));
        assertThat(limited.admit("b").further()).containsExactly("c");
        assertThat(limited.of(job)).isEqualTo(Map.of("a", 2, "b", 2, "c", 1));
    }

    @Test
    void a_job_whose_time_came_long_ago_is_looked_at() {
        limited.define("a", 1);
        long job = limited.insert(job().dueAt("2020-01-01T00:00:00Z"), "a");
        assertThat(limited.of(job)).isEqualTo(Map.of("a", 1));
        assertThat(limited.dirty()).containsExactly("a");
    }
}
