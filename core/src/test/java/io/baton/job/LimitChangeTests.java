package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.Rate;
import io.baton.UnknownLimitException;
import io.baton.permit.Limit;
import io.baton.permit.LimitDefinitions.PermitRateLimits;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What limits allow that were defined more than once or changed, and what becomes of those that hold or await permits then. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class LimitChangeTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    private static final Rate RATE = Rate.of(5, Duration.ofSeconds(1));

    private PermitSemaphores semaphores() {
        return new PermitSemaphores(limited.permits, limited.database.transactions, limited.dirty);
    }

    private PermitRateLimits rates() {
        return new PermitRateLimits(limited.permits, limited.database.transactions, limited.dirty);
    }

    private List<Long> insert(int count, String name) {
        return IntStream.range(0, count)
                .mapToObj(each -> limited.insert(job(), name))
                .toList();
    }

    private List<JobState> states(List<Long> ids) {
        return ids.stream().map(limited.database::state).toList();
    }

    /** A failover may have lost what the properties defined right before it, and the jobs that wait for it would wait for ever. */
    @Test
    void a_declared_limit_that_is_gone_is_defined_again() {
        PermitSemaphores declaring = semaphores();
        declaring.declare("a", 1);
        limited.clearLimits();
        declaring.restore(limited.permits, limited.database.transactions);
        assertThat(declaring.inspect("a").orElseThrow().capacity()).isEqualTo(1);
        declaring.resize("a", 5);
        declaring.restore(limited.permits, limited.database.transactions);
        assertThat(declaring.inspect("a").orElseThrow().capacity()).isEqualTo(5);
        declaring.declare("a", 1);
        assertThat(declaring.inspect("a").orElseThrow().capacity())
                .as("the properties have not changed")
                .isEqualTo(5);
    }

    @Test
    void a_rate_that_is_there_is_not_defined_anew() {
        assertThat(rates().define("r", RATE)).isTrue();
        assertThat(rates().define("r", RATE.withBurst(9))).isFalse();
        assertThat(rates().inspect("r").orElseThrow().rate()).isEqualTo(RATE);
    }

    @Test
    void a_property_counts_for_what_was_defined_without_one() {
        semaphores().define("a", 7);
        semaphores().declare("a", 3);
        assertThat(semaphores().inspect("a").orElseThrow().capacity()).isEqualTo(3);
    }

    @Test
    void a_key_may_be_there_without_its_family() {
        semaphores().define("lonely:x", 1);
        assertThat(limited.database.state(limited.insert(job(), "lonely:x"))).isEqualTo(JobState.BLOCKED);
        assertThatThrownBy(() -> limited.insert(job(), "lonely:y")).isInstanceOf(BatonException.class);
    }

    @Test
    void whoever_waits_is_looked_at_when_a_limit_is_made_or_changed() {
        limited.define("a", 0);
        insert(1, "a");
        insert(1, "a:x");
        insert(1, "a:y");
        limited.define("ab", 0);
        insert(1, "ab:x");
        limited.dirty();
        semaphores().resize("a", 1);
        assertThat(limited.dirty()).containsExactly("a", "a:x", "a:y");
        semaphores().resize("a:x", 1);
        assertThat(limited.dirty()).containsExactly("a:x");
        semaphores().define("a:y", 1);
        assertThat(limited.dirty()).containsExactly("a:y");
        semaphores().declare("a", 2);
        assertThat(limited.dirty()).containsExactly("a", "a:x", "a:y");
        semaphores().declare("a", 2);
        assertThat(limited.dirty()).isEmpty();
    }

    @Test
    void the_last_in_the_line_wait_again_when_there_are_fewer_permits() {
        limited.define("a", 3);
        long old = limited.insert(job(), "a");
        long urgent = limited.insert(job().priority(5), "a");
        long young = limited.insert(job(), "a");
        limited.follow();
        semaphores().resize("a", 1);
        assertThat(states(List.of(urgent, old, young)))
                .containsExactly(JobState.READY, JobState.BLOCKED, JobState.BLOCKED);
        limited.follow();
        assertThat(limited.held("a")).isEqualTo(1);
    }

    @Test
    void the_last_of_its_keys_wait_again_unless_keys_have_their_own() {
        limited.define("a", 2);
        limited.define("a:own", 2);
        limited.define("b", 2);
        List<Long> ofKey = insert(2, "a:x");
        List<Long> ofOwn = insert(2, "a:own");
        List<Long> others = insert(2, "b");
        limited.follow();
        semaphores().resize("a", 1);
        assertThat(states(ofKey)).containsExactly(JobState.READY, JobState.BLOCKED);
        assertThat(states(ofOwn)).containsOnly(JobState.READY);
        assertThat(states(others)).containsOnly(JobState.READY);
    }

    @Test
    void no_more_wait_again_at_once_than_one_portion_of_all_limits() {
        limited.define("a", 2);
        limited.define("b", 2);
        insert(2, "a");
        insert(2, "b");
        limited.follow();
        Set<String> both = Set.of("a", "b");
        both.forEach(name -> limited.database.transactions.run(() -> limited.permits.change(name, Limit.of(0))));
        assertThat(limited.database
                        .transactions
                        .run(() -> limited.permits.releaseBeyond(both, 3))
                        .repaired())
                .isEqualTo(3);
    }

    @Test
    void so_do_those_of_very_many_keys() {
        limited.define("a", 1);
        limited.define("a-b", 1);
        List<Long> ofKeys = IntStream.range(0, 250)
                .mapToObj(key -> limited.insert(job(), "a:" + key))
                .toList();
        long other = limited.insert(job(), "a-b:x");
        limited.follow();
        semaphores().resize("a", 0);
        assertThat(states(ofKeys)).containsOnly(JobState.BLOCKED);
        assertThat(limited.database.state(other)).isEqualTo(JobState.READY);
        limited.follow();
        semaphores().resize("a", 1);
        limited.follow();
        assertThat(states(ofKeys)).containsOnly(JobState.READY);
    }

    @Test
    void running_jobs_and_those_within_a_portions_bounds_keep_their_permits() {
        limited.define("a", 5);
        List<Long> ids = insert(5, "a");
        limited.follow();
        long running = limited.database.claimOne().id();
        limited.database.transactions.run(() -> limited.permits.change("a", Limit.of(0)));
        Repaired some = limited.database.transactions.run(() -> limited.permits.releaseBeyond(List.of("a"), 3));
        assertThat(some).isEqualTo(new Repaired(null, 3, Set.of("a")));
        assertThat(limited.held("a")).isEqualTo(2);
        assertThat(limited.database
                        .transactions
                        .run(() -> limited.permits.releaseBeyond(List.of("a"), 3))
                        .repaired())
                .isEqualTo(1);
        assertThat(limited.of(running)).isEqualTo(Map.of("a", 2));
        assertThat(ids).contains(running);
    }

    @Test
    void whoever_waits_for_what_those_held_beside_it_is_looked_at() {
        limited.define("a", 1);
        limited.define("b", 1);
        limited.insert(job(), "a", "b");
        limited.follow();
        long other = limited.insert(job(), "b");
        limited.follow();
        semaphores().resize("a", 0);
        limited.follow();
        assertThat(limited.database.state(other)).isEqualTo(JobState.READY);
    }

    @Test
    void there_is_nothing_below_none() {
        assertThatThrownBy(() -> semaphores().define("a", -1))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("-1 permits");
        assertThatThrownBy(() -> semaphores().resize("a", -1)).isInstanceOf(BatonException.class);
    }

    @Test
    void changing_an_unknown_limit_is_refused_with_the_one_that_was_meant() {
        semaphores().define("printer", 1);
        rates().define("api", RATE);
        assertThatThrownBy(() -> semaphores().resize("pritner", 3))
                .isInstanceOf(UnknownLimitException.class)
                .hasMessageContainingAll("no semaphore 'pritner'", "Did you mean 'printer'?", "baton.semaphores");
        assertThatThrownBy(() -> semaphores().resize("pritner:acme", 3))
                .isInstanceOf(UnknownLimitException.class)
                .hasMessageContaining("Did you mean 'printer'?");
        assertThatThrownBy(() -> rates().change("apy", RATE))
                .isInstanceOf(UnknownLimitException.class)
                .hasMessageContainingAll("no rate limit 'apy'", "Did you mean 'api'?", "baton.rate-limits");
        assertThatThrownBy(() -> semaphores().resize("api", 3)).isInstanceOf(UnknownLimitException.class);
        assertThat(semaphores().inspect("pritner")).isEmpty();
    }

    @Test
    void what_was_asked_for_in_vain_is_not_known() {
        assertThat(semaphores().knows("unheard-of")).isFalse();
        assertThatThrownBy(() -> limited.insert(job(), "unheard-of")).isInstanceOf(BatonException.class);
    }
}
