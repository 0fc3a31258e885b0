package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

abstract class SettleContract extends VerbContract {

    private static final Retention NONE = new Retention(Duration.ZERO, Duration.ZERO, null, 100);

    @Test
    void a_completed_job_moves_to_history_without_its_payload() {
        insert(job().type("t").priority(-4).label("tenant", "7").payload("[\"secret\"]"));
        ClaimedJob claimed = claimOne();
        JobDetails running = find(claimed.id());

        assertThat(settle(claimed, new Outcome.Completed("42"))).isEqualTo(Settled.DONE);

        assertThat(store().counts()).isEmpty();
        JobDetails done = find(claimed.id());
        assertThat(done.endedAt()).isAfterOrEqualTo(running.claimedAt());
        assertThat(done)
                .isEqualTo(new FoundJob(
                        running.id(),
                        "t",
                        "q",
                        null,
                        -4,
                        JobState.COMPLETED,
                        1,
                        null,
                        running.enqueuedAt(),
                        running.dueAt(),
                        running.claimedAt(),
                        done.endedAt(),
                        TestedStore.WORKER,
                        Map.of("tenant", "7"),
                        null,
                        null,
                        null,
                        null,
                        "42",
                        null,
                        java.util.List.of()));
    }

    @Test
    void a_result_is_kept_if_it_is_small_enough() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        String largest = "x".repeat(TestedStore.KEEP_ALL.resultMaxSize());
        store().settle(List.of(
                new Settlement(claimed.get(0).fence(), new Outcome.Completed(largest), false, null),
                new Settlement(claimed.get(1).fence(), new Outcome.Completed(largest + "x"), false, null),
                new Settlement(claimed.get(2).fence(), Outcome.Completed.PLAIN, false, null)));

        assertThat(claimed).extracting(job -> find(job.id()).result()).containsExactly(largest, null, null);
    }

    @Test
    void without_retention_nothing_is_left_of_ended_jobs() {
        store().insertAll(job().times(2));
        List<ClaimedJob> claimed = claim(2);
        Map<Fence, Settled> settled = database()
                .storeKeeping(NONE)
                .settle(List.of(
                        new Settlement(claimed.get(0).fence(), new Outcome.Completed("42"), false, null),
                        new Settlement(claimed.get(1).fence(), new Outcome.Cancelled(), false, null)));
        assertThat(settled.values()).containsExactly(Settled.DONE, Settled.DONE);
        assertThat(claimed).allSatisfy(job -> assertThat(store().find(job.id())).isEmpty());
    }

    @Test
    void a_retried_job_waits_for_its_delay_and_tells_why() {
        insert(job());
        ClaimedJob claimed = claimOne();
        JobDetails running = find(claimed.id());
        settle(claimed, new Outcome.Retried(Duration.ofMinutes(5), "it broke"));

        JobDetails waiting = find(claimed.id());
        assertThat(waiting.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(waiting.attempts()).isEqualTo(1);
        assertThat(waiting.error()).isEqualTo("it broke");
        assertThat(waiting.payload()).isEqualTo("{}");
        assertThat(waiting.endedAt()).isNull();
        assertThat(waiting.dueAt())
                .isCloseTo(runningSince(running).plus(Duration.ofMinutes(5)), within(2, ChronoUnit.MINUTES));
        assertThat(claim(1)).isEmpty();
    }

    @Test
    void a_job_retried_at_once_is_ready_for_its_next_attempt() {
        insert(job());
        for (int attempt = 1; attempt <= 4; attempt++) {
            ClaimedJob claimed = claimOne();
            assertThat(claimed.attempt()).isEqualTo(attempt);
            settle(claimed, new Outcome.Retried(Duration.ZERO, "it broke"));
        }
    }

    @Test
    void a_snoozed_job_waits_and_its_attempt_does_not_count() {
        insert(job());
        ClaimedJob claimed = claimOne();
        settle(claimed, new Outcome.Snoozed(Duration.ofMinutes(5)));

        JobDetails waiting = find(claimed.id());
        assertThat(waiting.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.error()).isNull();
        assertThat(waiting.dueAt()).isAfter(waiting.enqueuedAt().plus(Duration.ofMinutes(4)));
    }

    @Test
    void a_job_snoozed_for_no_time_is_ready() {
        insert(job());
        settle(claimOne(), new Outcome.Snoozed(Duration.ZERO));
        assertThat(claimOne().attempt()).isEqualTo(1);
    }

    @Test
    void a_dead_job_stays_with_all_that_a_person_needs() {
        insert(job().payload("[1]").maxAttempts(1).label("tenant", "7"));
        ClaimedJob claimed = claimOne();
        settle(claimed, new Outcome.Dead("it broke"));

        JobDetails dead = find(claimed.id());
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.error()).isEqualTo("it broke");
        assertThat(dead.payload()).isEqualTo("[1]");
        assertThat(dead.labels()).containsEntry("tenant", "7");
        assertThat(dead.endedAt()).isAfterOrEqualTo(dead.claimedAt());
        assertThat(dead.worker()).isEqualTo(TestedStore.WORKER);
    }

    @Test
    void a_cancelled_job_moves_to_history() {
        insert(job());
        ClaimedJob claimed = claimOne();
        settle(claimed, new Outcome.Cancelled());
        assertThat(state(claimed.id())).isEqualTo(JobState.CANCELLED);
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void a_job_handed_back_unstarted_keeps_its_place_and_its_attempts() {
        List<Long> ids = database().insert(job(), job(), job());
        ClaimedJob first = claimOne();
        JobDetails held = find(first.id());
        settle(first, Outcome.HandedBack.UNSTARTED);

        JobDetails back = find(first.id());
        assertThat(back.state()).isEqualTo(JobState.READY);
        assertThat(back.attempts()).isZero();
        assertThat(back.dueAt()).isEqualTo(held.dueAt());
        assertThat(claim(3)).extracting(ClaimedJob::id).isEqualTo(ids);
    }

    @Test
    void a_job_handed_back_for_a_reason_waits_and_tells_it() {
        insert(job());
        ClaimedJob claimed = claimOne();
        settle(claimed, new Outcome.HandedBack(Duration.ofMinutes(1), "unknown here"));
        JobDetails back = find(claimed.id());
        assertThat(back.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(back.attempts()).isZero();
        assertThat(back.error()).isEqualTo("unknown here");
    }

    @Test
    void an_outcome_resets_the_crash_count_but_an_unstarted_job_keeps_it() {
        store().insertAll(job().times(3));
        database().crashed(2);
        List<ClaimedJob> claimed = claim(3);
        assertThat(claimed).extracting(ClaimedJob::crashes).containsOnly(2);
        settle(claimed.get(0), new Outcome.Retried(Duration.ZERO, "it broke"));
        settle(claimed.get(1), new Outcome.Snoozed(Duration.ZERO));
        settle(claimed.get(2), Outcome.HandedBack.UNSTARTED);
        assertThat(claim(3)).extracting(ClaimedJob::crashes).containsExactly(0, 0, 2);
    }

    @Test
    void nothing_holds_a_job_that_was_let_go() {
        store().insertAll(job().times(4));
        List<ClaimedJob> claimed = claim(4);
        settle(claimed.get(0), new Outcome.Retried(Duration.ZERO, "it broke"));
        settle(claimed.get(1), new Outcome.Snoozed(Duration.ZERO));
        settle(claimed.get(2), new Outcome.Dead("it broke"));
        settle(claimed.get(3), Outcome.HandedBack.UNSTARTED);
        assertThat(database().unheld()).isEqualTo(4);
    }

    @Test
    void all_kinds_of_outcomes_settle_together() {
        store().insertAll(job().times(60));
        List<Outcome> outcomes = List.of(
                new Outcome.Completed("1"),
                new Outcome.Retried(Duration.ofHours(1), "it broke"),
                new Outcome.Snoozed(Duration.ofHours(1)),
                new Outcome.Dead("it broke"),
                new Outcome.Cancelled(),
                Outcome.HandedBack.UNSTARTED);
        List<Settlement> settlements = new ArrayList<>();
        for (ClaimedJob claimed : claim(60)) {
            settlements.add(
                    new Settlement(claimed.fence(), outcomes.get(settlements.size() % outcomes.size()), false, null));
        }
        Map<Fence, Settled> settled = store().settle(settlements);

        assertThat(settled).hasSize(60).allSatisfy((fence, answer) -> assertThat(answer)
                .isEqualTo(Settled.DONE));
        List<JobState> states = List.of(
                JobState.COMPLETED,
                JobState.SCHEDULED,
                JobState.SCHEDULED,
                JobState.DEAD,
                JobState.CANCELLED,
                JobState.READY);
        for (int i = 0; i < settlements.size(); i++) {
            assertThat(state(settlements.get(i).fence().id())).isEqualTo(states.get(i % states.size()));
        }
    }

    @Test
    void a_thousand_settle_at_once() {
        store().insertAll(job().times(1_000));
        List<Settlement> settlements = claim(1_000).stream()
                .map(claimed -> new Settlement(claimed.fence(), new Outcome.Completed("1"), false, null))
                .toList();
        assertThat(store().settle(settlements)).hasSize(1_000).containsValue(Settled.DONE);
        assertThat(store().counts()).isEmpty();
    }

    /** As after a truncated or restored table, where the database hands out the same ids again. */
    @Test
    void an_ended_job_replaces_an_older_one_with_its_id() {
        store().insertAll(job().type("older").times(3));
        List<ClaimedJob> claimed = claim(3);
        List<Long> ids = claimed.stream().map(ClaimedJob::id).toList();
        claimed.forEach(job -> settle(job, new Outcome.Completed("\"old\"")));
        ids.forEach(id -> database().insertAgain(id));
        assertThat(ids).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.READY));

        List<ClaimedJob> again = claim(3);
        assertThat(settle(again.get(0), Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
        assertThat(settle(again.get(1), new Outcome.Cancelled())).isEqualTo(Settled.DONE);
        assertThat(settle(again.get(2), new Outcome.Completed("2"))).isEqualTo(Settled.DONE);

        assertThat(again)
                .extracting(job -> find(job.id()))
                .extracting(JobDetails::type, JobDetails::state, JobDetails::result)
                .containsExactly(
                        tuple("again", JobState.COMPLETED, null),
                        tuple("again", JobState.CANCELLED, null),
                        tuple("again", JobState.COMPLETED, "2"));
    }

    @Test
    void so_do_many_that_complete_together_and_one_that_a_person_cancels() {
        store().insertAll(job().type("older").times(5));
        List<ClaimedJob> claimed = claim(5);
        claimed.forEach(job -> settle(job, new Outcome.Completed("\"old\"")));
        claimed.forEach(job -> database().insertAgain(job.id()));
        assertThat(store().cancel(List.of(claimed.get(0).id()))).isEqualTo(1);

        List<Settlement> settlements = claim(5).stream()
                .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                .toList();
        assertThat(store().settle(settlements))
                .hasSize(4)
                .doesNotContainValue(Settled.BUSY)
                .containsValue(Settled.DONE);

        assertThat(claimed).extracting(job -> find(job.id()).result()).containsOnlyNulls();
        assertThat(claimed).extracting(job -> find(job.id()).type()).containsOnly("again");
    }

    @Test
    void so_do_many_that_complete_in_a_transaction_of_their_own_handler() {
        store().insertAll(job().type("older").times(2));
        List<ClaimedJob> claimed = claim(2);
        claimed.forEach(job -> settle(job, new Outcome.Completed("\"old\"")));
        claimed.forEach(job -> database().insertAgain(job.id()));

        List<Settlement> settlements = claim(2).stream()
                .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                .toList();
        assertThat(database()
                        .transactions
                        .run(() -> database().joining.settle(settlements))
                        .values())
                .containsExactly(Settled.DONE, Settled.DONE);
        assertThat(claimed).extracting(job -> find(job.id()).type()).containsOnly("again");
    }

    @Test
    void tied_jobs_whose_results_are_not_kept_complete() {
        store().insertAll(job().times(2));
        Map<Fence, Settled> settled = database()
                .storeKeeping(NONE)
                .settle(claim(2).stream()
                        .map(job -> new Settlement(job.fence(), new Outcome.Completed("42"), true, null))
                        .toList());
        assertThat(settled.values()).containsExactly(Settled.DONE, Settled.DONE);
    }

    @Test
    void nothing_to_settle_is_nothing_settled() {
        assertThat(store().settle(List.of())).isEmpty();
    }

    @Test
    void counts_only_once_it_is_committed() {
        insert(job());
        ClaimedJob claimed = claimOne();
        assertThatThrownBy(() -> database().transactions.run(() -> {
                    database()
                            .joining
                            .settle(List.of(new Settlement(claimed.fence(), Outcome.Completed.PLAIN, false, null)));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(state(claimed.id())).isEqualTo(JobState.CLAIMED);
        assertThat(settle(claimed, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    private static Instant runningSince(JobDetails running) {
        assertThat(running.claimedAt()).isNotNull();
        return running.claimedAt();
    }
}
