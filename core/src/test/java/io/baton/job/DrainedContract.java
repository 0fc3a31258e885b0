package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An empty claim says that nothing can be had now; this says whether anything is left. */
abstract class DrainedContract extends VerbContract {

    private static final JobFilter ALL = JobFilter.all();

    @Test
    void nothing_is_unfinished_where_nothing_is() {
        assertThat(store().anyUnfinished(ALL)).isFalse();
    }

    @Test
    void jobs_that_wait_or_run_are_unfinished() {
        insert(job().dueIn(Duration.ofHours(1)).queue("scheduled"));
        insert(job().queue("ready"));
        insert(job());
        claimOne();
        assertThat(store().anyUnfinished(ALL.queue("scheduled"))).isTrue();
        assertThat(store().anyUnfinished(ALL.queue("ready"))).isTrue();
        assertThat(claim(1)).isEmpty();
        assertThat(store().anyUnfinished(ALL.queue("q"))).isTrue();
    }

    @Test
    void jobs_that_completed_died_or_were_cancelled_are_finished() {
        store().insertAll(job().times(3));
        List<ClaimedJob> claimed = claim(3);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        settle(claimed.get(1), new Outcome.Cancelled());
        assertThat(store().anyUnfinished(ALL)).isTrue();
        settle(claimed.get(2), new Outcome.Dead("it broke"));
        assertThat(store().anyUnfinished(ALL)).isFalse();
        assertThat(store().anyUnfinished(ALL.state(JobState.DEAD))).isFalse();
        store().revive(List.of(claimed.get(2).id()));
        assertThat(store().anyUnfinished(ALL)).isTrue();
    }

    @Test
    void only_jobs_that_match_count() {
        insert(job().queue("a").type("x").label("tenant", "7"));
        assertThat(store().anyUnfinished(
                                ALL.queue("a").type("x").label("tenant", "7").state(JobState.READY)))
                .isTrue();
        assertThat(store().anyUnfinished(ALL.queue("b"))).isFalse();
        assertThat(store().anyUnfinished(ALL.type("y"))).isFalse();
        assertThat(store().anyUnfinished(ALL.label("tenant", "8"))).isFalse();
        assertThat(store().anyUnfinished(ALL.state(JobState.CLAIMED))).isFalse();
    }

    @Test
    void a_transaction_that_asks_again_sees_what_it_has_written() throws Exception {
        try (HeldTransaction holder = database().hold()) {
            assertThat(holder.call(() -> database().joining.anyUnfinished(ALL))).isFalse();
            holder.call(() -> database().joining.insert(job().asNew()));
            assertThat(holder.call(() -> database().joining.anyUnfinished(ALL))).isTrue();
        }
    }

    @Test
    @Timeout(180)
    void jobs_that_an_open_transaction_holds_are_not_taken_for_done() throws Exception {
        store().insertAll(job().times(20));
        CompletableFuture<List<ClaimedJob>> other;
        try (HeldTransaction holder = database().hold()) {
            assertThat(holder.call(() ->
                            database().joining.claim(database().wish("q", 20)).jobs()))
                    .hasSize(20);
            // beside the question, since on H2 a claim waits for the other one
            other = CompletableFuture.supplyAsync(() -> claim(20));
            assertThat(store().anyUnfinished(ALL)).isTrue();
            holder.rollback();
        }
        assertThat(other.get(60, TimeUnit.SECONDS).size() + claim(20).size()).isEqualTo(20);
    }
}
