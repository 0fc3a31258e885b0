package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.Rate;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many jobs wait, in no time do more start than its rate lets, twice the burst apart. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class RateTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    /** So slow that no test is long enough for a permit. */
    static final Rate SLOW = Rate.of(1, Duration.ofDays(1)).withBurst(3);

    static final Duration DAY = Duration.ofDays(1);

    @BeforeEach
    void define() {
        limited.define("~r", SLOW);
    }

    private List<Long> insert(int count, String... names) {
        return IntStream.range(0, count)
                .mapToObj(each -> limited.insert(job(), names))
                .toList();
    }

    private List<ClaimedJob> claim() {
        return limited.database.claim("q", 1_000);
    }

    private void settle(ClaimedJob job, Outcome outcome) {
        limited.database.store.settle(List.of(Settlement.of(job, outcome)));
    }

    private ClaimedJob started() {
        limited.insert(job(), "~r");
        limited.follow();
        return claim().get(0);
    }

    @Test
    void as_many_start_at_once_as_the_burst_says() {
        List<Long> ids = insert(5, "~r");
        Admitted admitted = limited.admit("~r");

        assertThat(admitted.jobs()).isEqualTo(3);
        assertThat(admitted.later()).containsOnlyKeys("~r");
        assertThat(admitted.later().get("~r")).isBetween(DAY.minusMinutes(5), DAY);
        assertThat(claim()).extracting(ClaimedJob::id).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(limited.admit("~r").jobs()).isZero();
    }

    @Test
    void the_others_start_as_permits_come() {
        insert(5, "~r");
        limited.admit("~r");
        limited.dirty();
        claim().forEach(job -> settle(job, Outcome.Completed.PLAIN));
        assertThat(limited.dirty()).as("what was used does not come back").doesNotContain("~r");
        assertThat(limited.admit("~r").jobs()).isZero();
        limited.pass(DAY.plusMinutes(1));
        assertThat(limited.admit("~r").jobs()).isEqualTo(1);
        assertThat(limited.admit("~r").jobs()).isZero();
    }

    @Test
    void no_more_than_a_burst_gather() {
        insert(10, "~r");
        limited.admit("~r");
        claim();
        limited.pass(Duration.ofDays(100));
        assertThat(limited.admit("~r").jobs()).isEqualTo(3);
    }

    @Test
    void unstarted_jobs_count_and_keep_their_places_in_their_queue() {
        List<Long> ids = insert(10, "~r");
        limited.admit("~r");
        limited.pass(Duration.ofDays(100));
        Admitted none = limited.admit("~r");
        assertThat(none.jobs()).as("they may all start at any moment").isZero();
        assertThat(none.busy()).containsExactly("~r");
        assertThat(claim()).extracting(ClaimedJob::id).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(limited.admit("~r").jobs()).isEqualTo(3);
    }

    @Test
    void those_that_have_not_started_for_long_let_other_queues_go_first() {
        List<Long> ids = insert(4, "~r");
        limited.admit("~r");
        long other = limited.insert(job().queue("other"), "~r");
        limited.pass(Duration.ofDays(100));
        assertThat(admitForBoth().further()).containsExactly("~r");
        assertThat(admitForBoth().queues()).containsExactlyInAnyOrder("q", "other");
        assertThat(limited.database.state(other)).isEqualTo(JobState.READY);
        assertThat(limited.database.state(ids.get(3))).isEqualTo(JobState.READY);
    }

    @Test
    void queues_whose_names_come_later_go_first_too() {
        insert(3, "~r");
        limited.admit("~r");
        limited.insert(job().queue("z"), "~r");
        limited.pass(Duration.ofDays(100));
        Admitted yielding =
                limited.database.transactions.run(() -> limited.permits.admit(List.of("~r"), Set.of("q", "z"), 1_000));
        assertThat(yielding.further()).containsExactly("~r");
    }

    @Test
    void jobs_that_yield_to_others_are_checked_for_all_their_rates() {
        limited.define("~first", SLOW);
        insert(3, "~first", "~r");
        limited.follow();
        limited.insert(job().queue("other"), "~r");
        limited.pass(Duration.ofDays(100));
        assertThat(admitForBoth().further()).containsExactly("~first", "~r");
    }

    @Test
    void a_job_that_yielded_waits_in_order_once_it_is_rescheduled() {
        List<Long> ids = insert(3, "~r");
        limited.admit("~r");
        limited.insert(job().queue("other"), "~r");
        limited.insert(job().queue("other"), "~r");
        limited.pass(Duration.ofDays(100));
        assertThat(admitForBoth().further()).containsExactly("~r");
        limited.database.store.reschedule(List.of(ids.get(2)), Due.NOW);
        assertThat(admitForBoth().jobs()).isEqualTo(3);
        assertThat(limited.database.state(ids.get(2))).isEqualTo(JobState.READY);
    }

    private Admitted admitForBoth() {
        return limited.database.transactions.run(
                () -> limited.permits.admit(List.of("~r"), Set.of("q", "other"), 1_000));
    }

    @Test
    void nobody_is_reminded_of_a_rate_for_which_nobody_waits() {
        insert(3, "~r");
        assertThat(limited.admit("~r").later()).isEmpty();
        limited.insert(job().queue("elsewhere"), "~r");
        Admitted none = limited.admit("~r");
        assertThat(none.later()).isEmpty();
        assertThat(none.otherQueues()).as("others serve its queue").containsExactly("~r");
    }

    @Test
    void whoever_comes_back_without_a_delay_waits_for_the_next_permit() {
        for (Outcome back : List.of(
                new Outcome.Retried(Duration.ZERO, "again"),
                new Outcome.Snoozed(Duration.ZERO),
                Outcome.HandedBack.UNSTARTED,
                Outcome.Interrupted.PLAIN)) {
            limited.clear();
            limited.define("~r", SLOW);
            ClaimedJob job = started();
            settle(job, back);
            assertThat(limited.database.state(job.id())).as(back.toString()).isEqualTo(JobState.BLOCKED);
            assertThat(limited.dirty()).containsExactly("~r");
            assertThat(limited.admit("~r").jobs()).isEqualTo(1);
        }
    }

    @Test
    void a_job_started_by_a_dead_worker_waits_and_keeps_its_semaphores() {
        limited.define("a", 1);
        long worker = limited.database.register("dying", "q");
        long id = limited.insert(job(), "a", "~r");
        limited.follow();
        limited.database.store.claim(new Claim("q", UUID.randomUUID(), worker, 1, null));
        limited.database.workers.deregister(worker, false);
        limited.database.store.unlock(worker, 10);

        assertThat(limited.database.state(id)).isEqualTo(JobState.BLOCKED);
        assertThat(limited.of(id)).isEqualTo(Map.of("a", 2, "~r", 1));
        limited.follow();
        assertThat(claim()).extracting(ClaimedJob::id).containsExactly(id);
    }

    @Test
    void one_that_comes_back_later_begins_anew() {
        ClaimedJob job = started();
        settle(job, new Outcome.Retried(Duration.ofHours(1), "later"));
        assertThat(limited.of(job.id())).isEqualTo(Map.of("~r", 0));
        limited.database.store.reschedule(List.of(job.id()), Due.NOW);
        assertThat(limited.of(job.id())).isEqualTo(Map.of("~r", 1));
        limited.follow();
        assertThat(claim()).hasSize(1);
    }

    @Test
    void a_rate_comes_after_all_semaphores() {
        limited.define("zebra", 0);
        long id = limited.insert(job(), "~r", "zebra");
        limited.follow();
        assertThat(limited.of(id)).isEqualTo(Map.of("zebra", 1, "~r", 0));
        limited.database.transactions.run(() -> limited.permits.change("zebra", Limit.of(1)));
        limited.dirty.mark(List.of("zebra"));
        limited.follow();
        assertThat(claim()).hasSize(1);
    }

    @Test
    void several_rates_all_count() {
        limited.define("~s", Rate.of(1, DAY).withBurst(1));
        insert(2, "~r", "~s");
        limited.follow();
        assertThat(claim()).hasSize(1);
        limited.pass(Duration.ofHours(25));
        limited.admit("~s");
        assertThat(claim()).hasSize(1);
    }

    @Test
    void each_key_has_the_rate_of_its_family_unless_given_its_own() {
        insert(5, "~r:x");
        insert(5, "~r:y");
        limited.database.transactions.run(() -> limited.permits.change("~r:y", Limit.of(SLOW.withBurst(1))));
        limited.follow();
        assertThat(limited.held("~r:x")).isEqualTo(3);
        assertThat(limited.held("~r:y")).isEqualTo(1);
        var seen = limited.permits.findRate("~r:x").orElseThrow();
        assertThat(seen.name()).isEqualTo("r:x");
        assertThat(seen.rate()).isEqualTo(SLOW);
        assertThat(seen.waiting()).isEqualTo(2);
    }

    @Test
    void a_clock_turned_back_for_long_gives_nothing_and_stops_nothing() {
        insert(10, "~r");
        limited.admit("~r");
        claim();
        limited.pass(Duration.ofDays(-30));
        assertThat(limited.admit("~r").jobs()).isZero();
        limited.pass(Duration.ofDays(1).plusMinutes(1));
        assertThat(limited.admit("~r").jobs()).isEqualTo(1);
    }

    @Test
    void a_clock_that_is_turned_back_a_little_gives_nothing_twice() {
        limited.define("~quick", Rate.of(1, Duration.ofSeconds(30)).withBurst(2));
        insert(10, "~quick");
        limited.admit("~quick");
        claim();
        limited.pass(Duration.ofSeconds(-50));
        limited.admit("~quick");
        limited.pass(Duration.ofSeconds(40));
        assertThat(limited.admit("~quick").jobs()).isZero();
    }

    @Test
    void a_property_counts_only_when_it_changes() {
        assertThat(declare(SLOW)).isTrue();
        assertThat(declare(SLOW)).isFalse();
        limited.database.transactions.run(() -> limited.permits.change("~p", Limit.of(SLOW.withBurst(9))));
        assertThat(declare(SLOW)).isFalse();
        assertThat(limited.permits.findRate("~p").orElseThrow().rate().burst()).isEqualTo(9);
        assertThat(declare(SLOW.withBurst(2))).isTrue();
        assertThat(limited.permits.findRate("~p").orElseThrow().rate().burst()).isEqualTo(2);
    }

    private boolean declare(Rate rate) {
        return limited.database.transactions.run(() -> limited.permits.declare("~p", Limit.of(rate)));
    }

    @Test
    void the_row_of_an_idle_key_stays_until_its_permits_are_back() {
        insert(1, "~r:x");
        limited.follow();
        settle(claim().get(0), Outcome.Completed.PLAIN);
        limited.unusedForLong();
        assertThat(removed()).isZero();
        limited.pass(Duration.ofDays(4));
        assertThat(removed()).isEqualTo(1);
    }

    private int removed() {
        return limited.database.transactions.run(() -> limited.permits.removeIdle(10));
    }

    @Test
    void those_that_wait_for_another_rate_may_start_at_any_moment_too() {
        limited.define("~s", Rate.of(1, DAY).withBurst(1));
        insert(10, "~r", "~s");
        limited.admit("~r");
        assertThat(limited.held("~r")).isEqualTo(3);
        limited.pass(Duration.ofDays(100));
        assertThat(limited.admit("~r").jobs()).isZero();
    }

    @Test
    void one_that_is_rescheduled_lets_its_rate_be_looked_at() {
        limited.define("~s", SLOW);
        long id = limited.insert(job().dueIn(Duration.ofHours(1)), "~s");
        assertThat(limited.dirty()).isEmpty();
        limited.database.store.reschedule(List.of(id), Due.NOW);
        assertThat(limited.dirty()).containsExactly("~s");
    }

    @Test
    void permits_taken_while_the_clock_lags_are_not_refilled_twice() {
        limited.define("~quick", Rate.of(1, Duration.ofSeconds(30)).withBurst(2));
        insert(10, "~quick");
        assertThat(admitOne("~quick")).isEqualTo(1);
        claim();
        limited.pass(Duration.ofSeconds(-50));
        assertThat(admitOne("~quick")).isEqualTo(1);
        claim();
        limited.pass(Duration.ofSeconds(40));
        assertThat(limited.admit("~quick").jobs()).isZero();
    }

    private int admitOne(String name) {
        return limited.database
                .transactions
                .run(() -> limited.permits.admit(Set.of(name), Set.of("q"), 1))
                .jobs();
    }

    @Test
    void a_poll_in_vain_does_not_prolong_the_stay_of_unstarted_jobs() {
        limited.define("~fast", Rate.of(1_000, Duration.ofSeconds(1)).withBurst(3));
        insert(3, "~fast");
        limited.admit("~fast");
        limited.insert(job().queue("other"), "~fast");
        limited.pass(Duration.ofSeconds(1));
        limited.admit("~fast");
        limited.pass(Duration.ofMillis(1_500));
        assertThat(limited.database
                        .transactions
                        .run(() -> limited.permits.admit(List.of("~fast"), Set.of("q", "other"), 1_000))
                        .further())
                .containsExactly("~fast");
    }

    @Test
    void whose_row_somebody_holds_does_not_wait_for_the_next_permit() {
        List<Long> ids = insert(2, "~r");
        try (HeldTransaction person = limited.database.hold()) {
            person.call(() -> limited.database.joining.cancel(ids.subList(0, 1)));
            Admitted admitted = limited.admit("~r");
            assertThat(admitted.busy()).containsExactly("~r");
            assertThat(admitted.later()).isEmpty();
        }
    }
}
