package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A write counts only while job and lock id belong together, and waits for nobody. */
abstract class FencingContract extends VerbContract {

    static List<Outcome> outcomes() {
        return List.of(
                Outcome.Completed.PLAIN,
                new Outcome.Completed("1"),
                new Outcome.Retried(Duration.ZERO, "it broke"),
                new Outcome.Retried(Duration.ofHours(1), "it broke"),
                new Outcome.Snoozed(Duration.ofHours(1)),
                new Outcome.Dead("it broke"),
                new Outcome.Cancelled(),
                Outcome.HandedBack.UNSTARTED,
                Outcome.Interrupted.PLAIN);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_stale_outcome_changes_nothing(Outcome outcome) {
        insert(job());
        ClaimedJob stale = claimOne();
        settle(stale, new Outcome.Retried(Duration.ZERO, "first"));
        ClaimedJob current = claimOne();
        JobDetails before = find(current.id());

        assertThat(settle(stale, outcome)).isEqualTo(Settled.FENCED);
        assertThat(find(current.id())).isEqualTo(before);
        assertThat(settle(current, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    /** Tested as two lists, ids and lock ids, both rows would match. */
    @ParameterizedTest
    @MethodSource("outcomes")
    void the_fence_is_the_pair(Outcome outcome) {
        insert(job());
        ClaimedJob staleFirst = claimOne();
        insert(job());
        settle(staleFirst, new Outcome.Retried(Duration.ZERO, "first"));
        List<ClaimedJob> current = claim(2);
        ClaimedJob second = current.stream()
                .filter(claimed -> claimed.id() != staleFirst.id())
                .findFirst()
                .orElseThrow();
        // job 1 is held again, under the lock of job 2
        Map<Fence, Settled> settled = store().settle(List.of(
                new Settlement(staleFirst.fence(), outcome, false, null),
                new Settlement(second.fence(), outcome, false, null)));

        assertThat(settled)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(staleFirst.fence(), Settled.FENCED, second.fence(), Settled.DONE));
        assertThat(state(staleFirst.id())).isEqualTo(JobState.CLAIMED);
        assertThat(database().settle(new Fence(staleFirst.id(), second.fence().lockId()), Outcome.Completed.PLAIN))
                .isEqualTo(Settled.DONE);
    }

    @Test
    void lock_ids_swapped_between_two_jobs_open_neither() {
        store().insertAll(job().times(2));
        ClaimedJob first = claimOne();
        ClaimedJob second = claimOne();
        Fence wrong = new Fence(first.id(), second.fence().lockId());
        Fence wrongToo = new Fence(second.id(), first.fence().lockId());

        assertThat(store().settle(List.of(
                        new Settlement(wrong, Outcome.Completed.PLAIN, false, null),
                        new Settlement(wrongToo, Outcome.Completed.PLAIN, false, null))))
                .isEqualTo(Map.of(wrong, Settled.FENCED, wrongToo, Settled.FENCED));
        assertThat(store().saveCheckpoint(wrong, "1")).isEqualTo(Settled.FENCED);
        assertThat(state(first.id())).isEqualTo(JobState.CLAIMED);
        assertThat(state(second.id())).isEqualTo(JobState.CLAIMED);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void an_outcome_counts_once(Outcome outcome) {
        insert(job());
        ClaimedJob claimed = claimOne();
        assertThat(settle(claimed, outcome)).isEqualTo(Settled.DONE);
        JobDetails after = find(claimed.id());
        assertThat(settle(claimed, outcome)).isEqualTo(Settled.FENCED);
        assertThat(find(claimed.id())).isEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void two_claims_of_one_job_are_told_apart_in_one_write(boolean staleFirst) {
        insert(job());
        ClaimedJob stale = claimOne();
        settle(stale, new Outcome.Retried(Duration.ZERO, "first"));
        ClaimedJob current = claimOne();
        insert(job());
        ClaimedJob other = claimOne();
        List<Settlement> settlements = Stream.of(stale, current, other)
                .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                .collect(Collectors.toCollection(ArrayList::new));
        if (!staleFirst) {
            Collections.swap(settlements, 0, 1);
        }

        Map<Fence, Settled> settled = new HashMap<>(store().settle(settlements));
        // a database may leave the second claim of a job for the next write
        settled.replaceAll(
                (fence, first) -> first == Settled.BUSY ? database().settle(fence, Outcome.Completed.PLAIN) : first);

        assertThat(settled)
                .isEqualTo(Map.of(
                        stale.fence(), Settled.FENCED, current.fence(), Settled.DONE, other.fence(), Settled.DONE));
    }

    @Test
    void a_job_that_nobody_knows_is_fenced() {
        Fence unknown = new Fence(Long.MAX_VALUE, UUID.randomUUID());
        assertThat(database().settle(unknown, Outcome.Completed.PLAIN)).isEqualTo(Settled.FENCED);
        assertThat(database().settle(unknown, new Outcome.Dead("x"))).isEqualTo(Settled.FENCED);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void one_row_that_somebody_holds_keeps_no_other_waiting(Outcome outcome) throws Exception {
        store().insertAll(job().times(100));
        List<ClaimedJob> claimed = claim(100);
        Fence held = claimed.get(50).fence();
        List<Settlement> settlements = claimed.stream()
                .map(job -> new Settlement(job.fence(), outcome, false, null))
                .toList();

        try (HeldTransaction person = database().hold()) {
            person.call(() -> {
                database().lockJob(held.id());
                return held;
            });
            // beside this thread, so that a settlement that waits fails the test and does not stop it
            Map<Fence, Settled> settled = CompletableFuture.supplyAsync(() -> store().settle(settlements))
                    .get(60, TimeUnit.SECONDS);
            assertThat(settled).hasSize(100).containsEntry(held, Settled.BUSY);
            assertThat(settled.values().stream().filter(Settled.DONE::equals)).hasSize(99);
        }
        assertThat(state(held.id())).isEqualTo(JobState.CLAIMED);
        assertThat(database().settle(held, outcome)).isEqualTo(Settled.DONE);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_single_job_whose_row_another_session_holds_is_not_waited_for(Outcome outcome) throws Exception {
        insert(job());
        Fence held = claimOne().fence();
        try (HeldTransaction person = database().hold()) {
            person.call(() -> {
                database().lockJob(held.id());
                return held;
            });
            assertThat(CompletableFuture.supplyAsync(() -> database().settle(held, outcome))
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo(Settled.BUSY);
        }
        assertThat(database().settle(held, outcome)).isEqualTo(Settled.DONE);
    }
}
