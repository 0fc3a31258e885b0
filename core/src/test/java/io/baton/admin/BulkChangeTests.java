package io.baton.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.database.MappersConnection;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.FakeJobStore;
import io.baton.enqueue.QueueSignal;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.Due;
import io.baton.job.JobAdmin;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Many jobs at once. */
class BulkChangeTests extends JobsOnFakeStore {

    @Test
    void are_cancelled_in_chunks_of_their_own_transactions() {
        stored(1200, "q", JobState.READY);
        stored(3, "other", JobState.READY);

        assertThat(jobs.cancelAll(JobFilter.all().queue("q"))).isEqualTo(1200);

        assertThat(store.calls).containsSubsequence("ids 0 10000", "cancel 500", "cancel 500", "cancel 200");
        assertThat(own).hasValue(5);
        assertThat(store.state(1201)).isEqualTo(JobState.READY);
    }

    @Test
    void are_cancelled_in_the_callers_transaction_if_there_is_one() {
        stored(1200, "q", JobState.READY);

        host.executeWithoutResult(tx -> jobs.cancelAll(JobFilter.all()));

        assertThat(own).hasValue(0);
    }

    /** The last chunk has room for more. */
    @ParameterizedTest
    @ValueSource(ints = {400, 500})
    void are_only_those_that_were_there_when_it_began(int before) {
        stored(before, "q", JobState.READY);
        FakeJobStore growing = store;
        AtomicInteger rounds = new AtomicInteger();
        TransactionOperations endless = new TransactionOperations() {
            @Override
            public <T> T execute(TransactionCallback<T> action) {
                if (rounds.incrementAndGet() > 20) {
                    throw new AssertionError("it runs after what is enqueued meanwhile");
                }
                T result = TransactionOperations.withoutTransaction().execute(action);
                stored(500, "q", JobState.READY);
                return result;
            }
        };
        JobChanges changes = new JobChanges(
                growing,
                new CallersTransaction(
                        new MappersConnection(new DriverManagerDataSource("jdbc:h2:mem:")),
                        endless,
                        endless,
                        false,
                        true),
                new SignalAfterCommit(new QueueSignal(signals::add), List.of()));

        assertThat(changes.all(JobFilter.all(), Set.of(JobState.READY), false, growing::cancel))
                .isEqualTo(before);
    }

    @Test
    void are_only_those_in_a_state_that_can_change() {
        long dead = store.add("q", JobState.DEAD);

        assertThat(jobs.cancelAll(JobFilter.all())).isZero();
        assertThat(jobs.rescheduleAll(JobFilter.all(), Duration.ZERO)).isZero();
        assertThat(store.state(dead)).isEqualTo(JobState.DEAD);
        assertThat(store.calls).noneMatch(call -> call.startsWith("cancel"));
    }

    @Test
    void cancel_dead_ones_where_these_are_asked_for() {
        long dead = store.add("q", JobState.DEAD);

        assertThat(jobs.cancelAll(JobFilter.all().state(JobState.DEAD))).isEqualTo(1);
        assertThat(store.state(dead)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void are_revived_and_their_queues_told() {
        stored(2, "a", JobState.DEAD);
        stored(2, "b", JobState.DEAD);
        stored(1, "c", JobState.CLAIMED);

        assertThat(jobs.reviveAll(JobFilter.all())).isEqualTo(4);
        assertThat(signals).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void that_are_committed_are_announced_though_a_later_chunk_fails() {
        stored(501, "a", JobState.DEAD);
        TransactionOperations none = TransactionOperations.withoutTransaction();
        JobChanges changes = new JobChanges(
                store,
                new CallersTransaction(
                        new MappersConnection(new DriverManagerDataSource("jdbc:h2:mem:")), none, none, false, true),
                new SignalAfterCommit(new QueueSignal(signals::add), List.of()));

        assertThatThrownBy(() -> changes.all(JobFilter.all(), Set.of(JobState.DEAD), true, chunk -> {
                    if (chunk.size() == 1) {
                        throw new IllegalStateException("connection lost");
                    }
                    return store.revive(chunk);
                }))
                .hasMessage("connection lost");
        assertThat(signals).containsExactly("a");
    }

    @Test
    void are_told_of_by_the_queue_that_was_asked_for() {
        stored(2, "a", JobState.SCHEDULED);
        stored(2, "b", JobState.READY);

        assertThat(jobs.rescheduleAll(JobFilter.all().queue("a"), Duration.ZERO))
                .isEqualTo(2);
        assertThat(signals).containsExactly("a");
        assertThat(store.calls).doesNotContain("counts");
    }

    @Test
    void are_moved_to_a_time() {
        stored(2, "a", JobState.SCHEDULED);
        Instant time = Instant.parse("2030-01-01T00:00:00Z");

        assertThat(jobs.rescheduleAll(JobFilter.all(), time)).isEqualTo(2);
        assertThat(store.calls).contains("reschedule " + new Due.At(time) + " 2");
        assertThat(scheduled).as("the sweep, told of a time").hasValue(1);
        assertThatThrownBy(() -> jobs.rescheduleAll(JobFilter.all(), Instant.MAX))
                .isInstanceOf(BatonException.class);
    }

    @Test
    void are_not_told_of_if_there_were_none() {
        assertThat(jobs.reviveAll(JobFilter.all().queue("a"))).isZero();
        assertThat(signals).isEmpty();
    }

    @Test
    void are_dead_ones_too_where_an_error_is_asked_for() {
        store.add("q", JobState.DEAD);
        jobs.cancelAll(JobFilter.all().errorContains("broke"));
        assertThat(store.calls).contains("cancel 1");
    }

    @Test
    void are_all_even_where_they_are_more_than_one_read_finds() {
        stored(10_001, "q", JobState.READY);
        assertThat(jobs.cancelAll(JobFilter.all())).isEqualTo(10_001);
    }

    @Test
    void are_only_those_that_match_still_once_they_are_locked() {
        List<Long> ids = stored(2, "q", JobState.READY);
        JobAdmin raced = (JobAdmin) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {JobAdmin.class},
                (self, method, arguments) ->
                        method.getName().equals("lock") ? Map.of(ids.get(1), "q") : method.invoke(store, arguments));
        TransactionOperations none = TransactionOperations.withoutTransaction();
        JobChanges changes = new JobChanges(
                raced,
                new CallersTransaction(
                        new MappersConnection(new DriverManagerDataSource("jdbc:h2:mem:")), none, none, false, true),
                new SignalAfterCommit(new QueueSignal(signals::add), List.of()));
        List<Long> changed = new ArrayList<>();
        changes.all(JobFilter.all(), Set.of(JobState.READY), false, chunk -> {
            changed.addAll(chunk);
            return chunk.size();
        });
        assertThat(changed).containsExactly(ids.get(1));
    }
}
