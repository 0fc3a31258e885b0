package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.JobState;
import io.baton.SealedBatchException;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch is complete once, when it is sealed and all of its items have ended. */
@Tag("strict")
@OnEachDatabase
class BatchTests extends WithBatches {

    @Test
    void a_batch_completes_when_its_jobs_have_ended() {
        Batch batch = sealed(3);
        assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);
        assertThat(on.end(2, Outcome.Completed.PLAIN)).isEqualTo(2);
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void what_waits_for_it_starts_then_and_once() {
        Batch batch = sealed(3);
        List<Long> blocked = on.states(3);
        assertThat(blocked).hasSize(1);

        assertThat(on.end(10, Outcome.Completed.PLAIN)).isEqualTo(3);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().completedAt()).isNotNull();
        ClaimedJob callback = on.jobs.claimOne();
        assertThat(callback.id()).isEqualTo(blocked.get(0));
        assertThat(callback.type()).isEqualTo("done");
        assertThat(callback.priority()).isEqualTo(1);
        assertThat(callback.ties().any()).isFalse();
        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void it_does_not_before_it_is_sealed() {
        Batch batch = on.batches.open("a");
        batch.addJobs(items(2));
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.OPEN);
        assertThat(batch.status().remaining()).isZero();

        BatchStatus sealed = batch.seal();

        assertThat(sealed.complete()).isTrue();
        assertThat(sealed.completedNow()).isTrue();
        assertThat(batch.seal().completedNow()).isFalse();
    }

    @Test
    void the_sealer_folds_what_nobody_has_folded_yet() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        on.end(10, Outcome.Completed.PLAIN);

        assertThat(batch.seal().completedNow()).isTrue();
    }

    @Test
    void an_empty_batch_is_complete_when_it_is_sealed() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("nothing"));
        assertThat(batch.addJobs(Stream.of())).isZero();
        assertThat(batch.addItems(0).count()).isZero();

        assertThat(batch.seal().completedNow()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    @Test
    void the_same_key_finds_the_same_batch() {
        Batch batch = on.batches.open("catalog:7");

        assertThat(on.batches.open("catalog:7").id()).isEqualTo(batch.id());
        assertThat(on.batches.open("catalog:8").id()).isNotEqualTo(batch.id());
        assertThat(on.batches.open("Catalog:7").id()).isNotEqualTo(batch.id());
        assertThat(on.batches.find("catalog:7").orElseThrow().key()).hasValue("catalog:7");
        assertThat(on.batches.find("catalog:9")).isEmpty();
        assertThat(on.batches.find(batch.id())).isPresent();
    }

    @Test
    void a_key_has_a_length() {
        assertThatThrownBy(() -> on.batches.open(" ")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> on.batches.open("a".repeat(201))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> on.batches.open("a\nb")).isInstanceOf(BatonException.class);
        assertThat(on.batches.open("\uD83D\uDE00".repeat(100)).key()).isPresent();
    }

    @Test
    void the_first_of_two_callbacks_stays() {
        Batch batch = on.batches.open("a");
        batch.onComplete(new Done("first"));
        batch.onComplete(new Done("second"));

        assertThat(on.states(3)).hasSize(1);
        batch.seal();
        assertThat(on.jobs.claimOne().payload()).contains("first");
        assertThatThrownBy(() -> on.batches.open().onComplete(new Done("a"), job -> job.delay(Duration.ofHours(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("delay");
    }

    @Test
    void nothing_waits_for_what_is_over() {
        Batch batch = on.batches.open();
        batch.seal();

        assertThatThrownBy(() -> batch.onComplete(new Done("late")))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("is complete");
    }

    @Test
    void a_callback_has_the_priority_that_it_was_given() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"), job -> job.priority(-5));
        batch.seal();

        assertThat(on.jobs.claimOne().priority()).isEqualTo(-5);
    }

    @Test
    void nothing_is_added_to_a_sealed_batch() {
        Batch batch = sealed(1);

        assertThatThrownBy(() -> batch.addJobs(items(1))).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.addJob(new Item(1))).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.addItems(1)).isInstanceOf(SealedBatchException.class);
        assertThatThrownBy(() -> batch.open("child")).isInstanceOf(SealedBatchException.class);
        assertThat(on.rows("baton_job")).isEqualTo(2);
        assertThat(batch.status().items()).isEqualTo(1);
    }

    @Test
    void jobs_are_added_any_number_of_times() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        batch.addJob(new Item(7), job -> job.priority(3));
        batch.addJobs(List.of(new Item(8)));
        batch.seal();

        assertThat(batch.status().items()).isEqualTo(4);
        assertThat(on.end(10, Outcome.Completed.PLAIN)).isEqualTo(4);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void many_jobs_are_several_groups_that_know_their_jobs() {
        Batch batch = on.batches.open();

        assertThat(batch.addJobs(items(17_000))).isEqualTo(17_000);

        assertThat(on.sql.queryForList("SELECT size FROM baton_batch_group ORDER BY id", Integer.class))
                .containsExactly(8_000, 8_000, 1_000);
        assertThat(on.sql.queryForObject(
                        "SELECT COUNT(*) FROM baton_batch_group g JOIN baton_job j ON j.batch_group = g.id"
                                + " AND j.id BETWEEN g.first_job AND g.last_job AND j.batch_index < g.size",
                        Integer.class))
                .isEqualTo(17_000);
        assertThat(on.sql.queryForObject(
                        "SELECT COUNT(DISTINCT batch_group * 10000 + batch_index) FROM baton_job", Integer.class))
                .isEqualTo(17_000);
    }

    @Test
    void a_dead_job_stops_the_batch_until_it_is_revived() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.end(1, Outcome.Completed.PLAIN);
        on.end(1, dead());
        on.fold();

        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);
        assertThat(batch.status().dead()).isEqualTo(1);
        ClaimedJob told = on.jobs.claimOne();
        assertThat(told.payload()).contains("dead");
        on.jobs.settle(told, Outcome.Completed.PLAIN);

        on.jobs.store.revive(on.states(5));
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);
        assertThat(batch.status().dead()).isZero();
        on.end(1, dead());
        on.fold();
        assertThat(on.jobs.claim(10)).as("it is told once").isEmpty();

        on.jobs.store.revive(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_dead_job_that_is_cancelled_is_not_waited_for_any_more() {
        Batch batch = sealed(3);
        on.end(1, Outcome.Completed.PLAIN);
        on.end(1, dead());
        on.fold();
        on.end(1, dead());
        assertThat(on.jobs.store.cancel(on.states(5))).isEqualTo(2);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().cancelled()).isEqualTo(2);
        assertThat(batch.status().dead()).isZero();
    }

    @Test
    void the_first_death_is_told_whenever_it_comes() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.fold();

        on.end(1, dead());
        on.fold();

        assertThat(on.jobs.claim(10)).extracting(ClaimedJob::type).containsExactlyInAnyOrder("item", "done");
    }

    @Test
    void a_death_is_told_though_the_job_was_revived_before_the_fold() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.fold();

        on.end(1, dead());
        on.jobs.store.revive(on.states(5));
        on.fold();

        assertThat(on.jobs.claim(10)).extracting(ClaimedJob::type).containsOnlyOnce("done");
        assertThat(batch.status().dead()).isZero();
    }

    @Test
    void a_death_is_told_though_all_was_over_before_the_fold() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(2));
        batch.seal();
        on.fold();

        on.end(1, dead());
        on.jobs.store.cancel(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claimOne().payload()).contains("dead");
    }

    @Test
    void a_job_that_dies_again_before_a_fold_is_dead() {
        Batch batch = sealed(2);
        on.end(1, dead());
        on.fold();
        on.jobs.store.revive(on.states(5));
        on.jobs.store.settle(
                on.jobs.claim(2).stream().map(job -> Settlement.of(job, dead())).toList());
        on.fold();

        assertThat(batch.status().dead()).isEqualTo(2);
        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);
    }

    @Test
    void all_that_became_of_a_job_before_a_fold_counts_at_once() {
        Batch batch = sealed(1);
        on.end(1, dead());
        on.jobs.store.revive(on.states(5));
        on.end(1, dead());
        on.fold();
        assertThat(batch.status().state()).isEqualTo(BatchState.STUCK);

        on.jobs.store.revive(on.states(5));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().dead()).isZero();
    }

    @Test
    void who_waits_for_a_death_that_never_came_is_cancelled() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(1));
        batch.seal();
        long waiting = on.states(3).get(0);

        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(on.jobs.state(waiting)).isEqualTo(JobState.CANCELLED);
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void the_death_callback_of_a_batch_without_deaths_is_cancelled_once_unlocked() {
        Batch batch = on.batches.open();
        batch.onDead(new Done("dead"));
        batch.addJobs(items(1));
        batch.seal();
        try (HeldConnection person = new HeldConnection(on.jobs.dataSource)) {
            person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE state = 3 FOR UPDATE"));
            on.end(1, Outcome.Completed.PLAIN);
            on.fold();
            person.rollback();
        }
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.rows("baton_job")).isZero();
    }

    @Test
    void who_is_to_hear_of_deaths_hears_of_one_that_was_before() {
        Batch batch = sealed(1);
        on.end(1, dead());
        on.fold();

        batch.onDead(new Done("dead"));
        on.fold();

        assertThat(on.jobs.claimOne().payload()).contains("dead");
    }

    @Test
    void a_cancelled_job_has_ended() {
        Batch batch = sealed(2);
        on.jobs.store.cancel(on.states(1).subList(0, 1));
        on.end(10, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(batch.status().cancelled()).isEqualTo(1);
    }

    /** As after a restored table. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void jobs_that_end_under_ids_of_history_take_their_places(int jobs) {
        Batch batch = sealed(jobs);
        long older = on.jobs.insert(JobDraft.job().queue("older"));
        on.jobs.store.settle(on.jobs.claim("older", 1).stream()
                .map(job -> Settlement.of(job, Outcome.Completed.PLAIN))
                .toList());
        on.sql.update(
                "UPDATE baton_job_history SET id = ? WHERE id = ?", on.states(1).get(jobs - 1), older);

        assertThat(on.end(jobs, Outcome.Completed.PLAIN)).isEqualTo(jobs);

        on.fold();
        assertThat(batch.status().complete()).isTrue();
        assertThat(on.rows("baton_job_history")).isEqualTo(jobs);
    }

    @Test
    void a_retried_one_has_not() {
        Batch batch = sealed(1);
        on.end(1, new Outcome.Retried(Duration.ZERO, "again"));
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);

        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void jobs_share_no_work_unless_that_was_asked_for() {
        sealed(2);
        assertThat(on.jobs.claim(10)).hasSize(2).noneMatch(on::isShared);
    }

    @Test
    void a_cancelled_callback_does_not_keep_the_batch_from_its_end() {
        Batch batch = sealed(1);
        on.jobs.store.cancel(on.states(3));
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.jobs.claim(10)).isEmpty();
    }

    @Test
    void nobody_moves_a_callback_to_another_time() {
        sealed(1);
        long callback = on.states(3).get(0);

        assertThat(on.jobs.store.reschedule(List.of(callback), Due.NOW)).isZero();
        assertThat(on.jobs.state(callback)).isEqualTo(JobState.BLOCKED);
    }
}
