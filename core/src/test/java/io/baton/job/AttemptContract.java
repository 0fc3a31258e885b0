package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.FailedAttempt;
import io.baton.JobDetails;
import io.baton.job.FoundJob.FoundAttempt;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is known of the attempts of a job that failed. */
abstract class AttemptContract extends VerbContract {

    private static Outcome failed(String error) {
        return new Outcome.Retried(Duration.ZERO, error);
    }

    @Test
    void a_job_that_failed_and_completed_tells_what_it_failed_of() {
        long id = insert(job());
        settle(claimOne(), failed("java.lang.IllegalStateException: one"));
        settle(claimOne(), failed("java.lang.IllegalStateException: two"));
        settle(claimOne(), Outcome.Completed.PLAIN);

        JobDetails done = find(id);
        assertThat(done.error()).isNull();
        assertThat(done.failedAttempts()).extracting(FailedAttempt::attempt).containsExactly(1, 2);
        assertThat(done.failedAttempts())
                .extracting(FailedAttempt::error)
                .containsExactly("java.lang.IllegalStateException: one", "java.lang.IllegalStateException: two");
        assertThat(done.failedAttempts()).allSatisfy(each -> {
            assertThat(each.worker()).isEqualTo(TestedStore.WORKER);
            assertThat(each.claimedAt()).isAfterOrEqualTo(done.enqueuedAt());
            assertThat(each.duration()).isGreaterThanOrEqualTo(Duration.ZERO);
        });
    }

    @Test
    void the_last_ten_are_kept() {
        long id = insert(job());
        IntStream.rangeClosed(1, 23).forEach(number -> settle(claimOne(), failed("failure " + number)));
        settle(claimOne(), new Outcome.Dead("the end"));

        List<FailedAttempt> kept = find(id).failedAttempts();
        assertThat(kept).extracting(FailedAttempt::attempt).containsExactly(15, 16, 17, 18, 19, 20, 21, 22, 23, 24);
        assertThat(kept.get(0).error()).isEqualTo("failure 15");
        assertThat(kept.get(9).error()).isEqualTo("the end");
    }

    @Test
    void what_used_up_no_attempt_is_none() {
        long id = insert(job());
        settle(claimOne(), new Outcome.HandedBack(Duration.ZERO, "not here"));
        settle(claimOne(), new Outcome.Snoozed(Duration.ZERO));
        settle(claimOne(), Outcome.Interrupted.PLAIN);
        assertThat(find(id).failedAttempts()).isEmpty();
    }

    private void anew(Outcome outcome) {
        ClaimedJob claimed = claimOne();
        store().settle(List.of(new Settlement(claimed.fence(), outcome, false, null, true)));
    }

    @Test
    void after_progress_the_next_attempt_is_the_first() {
        for (Outcome outcome : List.of(
                failed("three"),
                new Outcome.Snoozed(Duration.ZERO),
                new Outcome.HandedBack(Duration.ZERO, null),
                Outcome.Interrupted.PLAIN,
                new Outcome.Rejected(Duration.ZERO, failed("rejected")))) {
            database().clear();
            long id = insert(job());
            settle(claimOne(), failed("one"));
            settle(claimOne(), failed("two"));
            anew(outcome);
            assertThat(find(id).attempts()).as("after %s", outcome).isZero();
            assertThat(claimOne().attempt()).as("after %s", outcome).isOne();
            assertThat(find(id).failedAttempts())
                    .extracting(FailedAttempt::attempt)
                    .startsWith(1, 2)
                    .hasSize(outcome instanceof Outcome.Retried ? 3 : 2);
        }
    }

    @Test
    void of_attempts_of_one_number_the_last_is_kept() {
        long id = insert(job());
        settle(claimOne(), failed("one"));
        settle(claimOne(), failed("two"));
        anew(failed("three"));
        settle(claimOne(), failed("one again"));
        assertThat(find(id).failedAttempts())
                .extracting(FailedAttempt::error)
                .containsExactly("two", "three", "one again");
    }

    @Test
    void progress_of_a_lost_claim_does_not_count() {
        long id = insert(job());
        ClaimedJob lost = claimOne();
        settle(lost, failed("one"));
        claimOne();
        assertThat(store().settle(List.of(new Settlement(lost.fence(), failed("late"), false, null, true))))
                .containsEntry(lost.fence(), Settled.FENCED);
        assertThat(find(id).attempts()).isEqualTo(2);
    }

    @Test
    void what_dies_keeps_the_number_of_its_attempt() {
        long id = insert(job());
        settle(claimOne(), failed("one"));
        anew(new Outcome.Dead("the end"));
        assertThat(find(id).attempts()).isEqualTo(2);
    }

    @Test
    void a_claim_that_was_lost_writes_none() {
        long id = insert(job());
        ClaimedJob lost = claimOne();
        settle(lost, failed("first"));
        claimOne();
        assertThat(settle(lost, failed("late"))).isEqualTo(Settled.FENCED);
        assertThat(find(id).failedAttempts()).hasSize(1);
    }

    @Test
    void of_an_error_the_beginning_is_kept() {
        long id = insert(job());
        settle(claimOne(), failed("a\0\uD83D\uDE00" + "x".repeat(10_000)));
        assertThat(find(id).failedAttempts()).singleElement().satisfies(each -> assertThat(each.error())
                .hasSize(FoundAttempt.LONGEST_ERROR)
                .startsWith("a\ufffd\uD83D\uDE00xxx"));
    }

    @Test
    void many_jobs_of_one_write_have_their_own() {
        store().insertAll(job().times(30));
        List<ClaimedJob> claimed = claim(30);
        store().settle(claimed.stream()
                .map(job -> new Settlement(
                        job.fence(),
                        job.id() % 2 == 0 ? Outcome.Completed.PLAIN : failed("failure of " + job.id()),
                        false,
                        null))
                .toList());
        assertThat(claimed).allSatisfy(job -> assertThat(find(job.id()).failedAttempts())
                .extracting(FailedAttempt::error)
                .isEqualTo(job.id() % 2 == 0 ? List.of() : List.of("failure of " + job.id())));
    }
}
