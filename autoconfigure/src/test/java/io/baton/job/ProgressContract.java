package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a running job says of itself: progress for people, checkpoints for its next attempt. */
abstract class ProgressContract extends VerbContract {

    @Test
    void people_see_how_far_a_job_is() {
        insert(job());
        ClaimedJob running = claimOne();
        assertThat(store().saveProgress(running.fence(), 0.25, "mails 1 to 250 😀"))
                .isTrue();
        assertThat(store().saveProgress(running.fence(), 0.5, "mails 1 to 500 😀"))
                .isTrue();

        JobDetails found = find(running.id());
        assertThat(found.progress()).isEqualTo(0.5);
        assertThat(found.progressNote()).isEqualTo("mails 1 to 500 😀");
    }

    @Test
    void a_note_may_be_empty_and_is_cut_rather_than_refused() {
        insert(job());
        ClaimedJob running = claimOne();
        assertThat(store().saveProgress(running.fence(), 1, "")).isTrue();
        assertThat(store().saveProgress(running.fence(), 1, "x".repeat(10_000))).isTrue();
        assertThat(find(running.id()).progressNote()).isEqualTo("x".repeat(200));
        assertThat(store().saveProgress(running.fence(), 1, "x" + "😀".repeat(150)))
                .isTrue();
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
        settle(running, new Outcome.Buried("it broke"));
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
        assertThat(store().saveProgress(stale.fence(), 0.5, "late")).isFalse();
        assertThat(store().saveCheckpoint(stale.fence(), "late")).isFalse();

        ClaimedJob current = claimOne();
        assertThat(store().saveProgress(stale.fence(), 0.5, "late")).isFalse();
        assertThat(store().saveCheckpoint(stale.fence(), "late")).isFalse();
        assertThat(find(current.id()).progress()).isNull();
        settle(current, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(claimOne().checkpoint()).isNull();
    }
}
