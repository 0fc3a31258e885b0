package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class PurgeContract extends VerbContract {

    private static final Duration DAY = Duration.ofDays(1);

    private long completed;
    private long cancelled;
    private long dead;
    private long waiting;
    private long running;

    @BeforeEach
    void givenOneJobOfEachFate() {
        completed = ended(Outcome.Completed.PLAIN);
        cancelled = ended(new Outcome.Cancelled());
        dead = ended(new Outcome.Dead("it broke"));
        insert(job());
        running = claimOne().id();
        waiting = insert(job());
    }

    private long ended(Outcome outcome) {
        insert(job());
        ClaimedJob claimed = claimOne();
        settle(claimed, outcome);
        return claimed.id();
    }

    private int purge(@Nullable Duration keepCompleted, @Nullable Duration keepCancelled, @Nullable Duration keepDead) {
        return store().purge(new Retention(keepCompleted, keepCancelled, keepDead, 100), 100);
    }

    private void assertGone(long... ids) {
        for (long id : new long[] {completed, cancelled, dead, waiting, running}) {
            boolean expected = java.util.Arrays.stream(ids).noneMatch(gone -> gone == id);
            assertThat(store().find(id).isPresent()).as("job %d is there", id).isEqualTo(expected);
        }
    }

    @Test
    void removes_what_ended_long_ago_and_nothing_that_has_not_ended() {
        database().everythingLongAgo();
        assertThat(purge(DAY, DAY, DAY)).isEqualTo(3);
        assertGone(completed, cancelled, dead);
        assertThat(purge(DAY, DAY, DAY)).isZero();
    }

    @Test
    void keeps_what_ended_lately() {
        assertThat(purge(DAY, DAY, DAY)).isZero();
        assertGone();
    }

    @Test
    void keeps_what_was_made_long_ago_and_ended_lately() {
        store().insertAll(job().times(2));
        database().everythingLongAgo();
        store().hints().expect(ReadyJobs.outOfTurn("q"));
        assertThat(purge(DAY, DAY, DAY)).isEqualTo(3);
        settle(claimOne(), Outcome.Completed.PLAIN);
        settle(claimOne(), new Outcome.Cancelled());
        settle(claimOne(), new Outcome.Dead("it broke"));
        assertThat(purge(DAY, DAY, DAY)).isZero();
    }

    @Test
    void tells_the_fates_apart() {
        database().everythingLongAgo();
        assertThat(purge(DAY, null, Duration.ofDays(36_500))).isEqualTo(1);
        assertGone(completed);
        assertThat(purge(null, DAY, null)).isEqualTo(1);
        assertGone(completed, cancelled);
        assertThat(purge(null, null, DAY)).isEqualTo(1);
        assertGone(completed, cancelled, dead);
    }

    @Test
    void keeps_for_ever_what_has_no_term() {
        database().everythingLongAgo();
        assertThat(purge(null, null, null)).isZero();
        assertGone();
    }

    @Test
    void a_term_of_zero_removes_everything_that_ended() {
        assertThat(purge(Duration.ZERO, Duration.ZERO, Duration.ZERO)).isEqualTo(3);
        assertGone(completed, cancelled, dead);
    }

    @Test
    void removes_in_bounded_portions() {
        store().insertAll(job().times(50));
        store().settle(claim(100).stream()
                .map(claimed -> new Settlement(claimed.fence(), Outcome.Completed.PLAIN, false, null))
                .toList());
        database().everythingLongAgo();
        Retention aDay = new Retention(DAY, null, null, 100);
        int first = store().purge(aDay, 20);
        assertThat(first).isEqualTo(20);
        int removed = first;
        for (int portion = first; portion > 0; removed += portion) {
            portion = store().purge(aDay, 20);
            assertThat(portion).isLessThanOrEqualTo(20);
        }
        // 50, the one that waited and the one that had completed before
        assertThat(removed).isEqualTo(52);
    }
}
