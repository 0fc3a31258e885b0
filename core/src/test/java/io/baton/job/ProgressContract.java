package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.job.JobSettlements.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a running job says of itself: progress for people, checkpoints for its next attempt. */
abstract class ProgressContract extends VerbContract {

    private Settled saveProgress(Fence fence, double fraction, String note) {
        return requireNonNull(store().saveProgress(Map.of(fence, new Progress(fraction, note)))
                .get(fence));
    }

    @Test
    void progress_of_a_locked_row_is_refused_at_once() throws Exception {
        store().insertAll(job().times(2));
        Fence held = claimOne().fence();
        Fence free = claimOne().fence();
        try (HeldTransaction person = database().hold()) {
            person.call(() -> {
                database().lockJob(held.id());
                return held;
            });
            Progress half = new Progress(0.5, "half");
            assertThat(store().saveProgress(Map.of(held, half, free, half)))
                    .isEqualTo(Map.of(held, Settled.BUSY, free, Settled.DONE));
            assertThat(store().saveCheckpoint(held, "1")).isEqualTo(Settled.BUSY);
            assertThat(store().lock(List.of(held, free))).isEqualTo(Map.of(held, Settled.BUSY, free, Settled.DONE));
        }
        assertThat(store().saveCheckpoint(held, "1")).isEqualTo(Settled.DONE);
        assertThat(store().lock(List.of(held))).containsEntry(held, Settled.DONE);
    }

    @Test
    void a_claim_that_was_settled_or_never_was_is_over() {
        insert(job());
        ClaimedJob settled = claimOne();
        settle(settled, new Outcome.Retried(Duration.ZERO, "it broke"));
        Fence current = claimOne().fence();
        Fence unknown = new Fence(Long.MAX_VALUE, current.lockId());
        assertThat(store().lock(List.of(settled.fence(), current, unknown)))
                .isEqualTo(Map.of(settled.fence(), Settled.FENCED, current, Settled.DONE, unknown, Settled.FENCED));
    }

    @Test
    void people_see_how_far_a_job_is() {
        insert(job());
        ClaimedJob running = claimOne();
        assertThat(saveProgress(running.fence(), 0.25, "mails 1 to 250 😀")).isEqualTo(Settled.DONE);
        assertThat(saveProgress(running.fence(), 0.5, "mails 1 to 500 😀")).isEqualTo(Settled.DONE);

        JobDetails found = find(running.id());
        assertThat(found.progress()).isEqualTo(0.5);
        assertThat(found.progressNote()).isEqualTo("mails 1 to 500 😀");
    }

    @Test
    void a_note_may_be_empty_and_is_cut_rather_than_refused() {
        insert(job());
        ClaimedJob running = claimOne();
        assertThat(saveProgress(running.fence(), 1, "")).isEqualTo(Settled.DONE);
        assertThat(saveProgress(running.fence(), 1, "x".repeat(10_000))).isEqualTo(Settled.DONE);
        assertThat(find(running.id()).progressNote()).isEqualTo("x".repeat(200));
        assertThat(saveProgress(running.fence(), 1, "x" + "😀".repeat(150))).isEqualTo(Settled.DONE);
        assertThat(find(running.id()).progressNote()).startsWith("x😀").endsWith("😀");
    }

    @Test
    void the_next_attempt_has_the_last_checkpoint() {
        insert(job());
        ClaimedJob first = claimOne();
        assertThat(first.checkpoint()).isNull();
        store().saveCheckpoint(first.fence(), "{\"at\":1}");
        store().saveCheckpoint(first.fence(), "{\"at\":2}");
        settle(first, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(claimOne().checkpoint()).isEqualTo("{\"at\":2}");
    }

    @Test
    void a_checkpoint_survives_everything_that_leads_to_another_attempt() {
        insert(job());
        ClaimedJob running = claimOne();
        store().saveCheckpoint(running.fence(), "7");
        settle(running, new Outcome.Snoozed(Duration.ZERO));
        running = claimOne();
        assertThat(running.checkpoint()).isEqualTo("7");
        settle(running, Outcome.HandedBack.UNSTARTED);
        running = claimOne();
        assertThat(running.checkpoint()).isEqualTo("7");
        settle(running, new Outcome.Dead("it broke"));
        store().revive(java.util.List.of(running.id()));
        assertThat(claimOne().checkpoint()).isEqualTo("7");
    }

    @Test
    void a_large_checkpoint_is_kept_whole() {
        insert(job());
        ClaimedJob running = claimOne();
        String checkpoint = "\"" + "x".repeat(1_000_000) + "\"";
        store().saveCheckpoint(running.fence(), checkpoint);
        settle(running, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(checkpoint.equals(database().body(claimOne()).checkpoint())).isTrue();
    }

    @Test
    void a_stale_claim_can_say_nothing() {
        insert(job());
        ClaimedJob stale = claimOne();
        settle(stale, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(saveProgress(stale.fence(), 0.5, "late")).isEqualTo(Settled.FENCED);
        assertThat(store().saveCheckpoint(stale.fence(), "late")).isEqualTo(Settled.FENCED);

        ClaimedJob current = claimOne();
        assertThat(saveProgress(stale.fence(), 0.5, "late")).isEqualTo(Settled.FENCED);
        assertThat(store().saveCheckpoint(stale.fence(), "late")).isEqualTo(Settled.FENCED);
        assertThat(find(current.id()).progress()).isNull();
        settle(current, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(claimOne().checkpoint()).isNull();
    }
}
