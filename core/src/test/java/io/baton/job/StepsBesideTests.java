package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Enqueued;
import io.baton.Flow;
import io.baton.JobState;
import io.baton.OnDead;
import io.baton.OnDuplicate;
import io.baton.SignalResult;
import io.baton.database.Database;
import io.baton.sequence.SequenceFollowUp;
import io.baton.sequence.SequencedJobs;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A job that waits in a step holds what belongs to the whole job, and nothing of what belongs to a run. */
@OnEachDatabase
class StepsBesideTests {

    @Test
    void permits_are_released_while_a_job_waits_and_requested_anew(TestDatabase kind) {
        try (LimitedOnDatabase limited = new LimitedOnDatabase(kind)) {
            limited.define("a", 1);
            long first = limited.insert(job(), "a");
            long second = limited.insert(job(), "a");
            limited.follow();
            JobStore store = limited.database.store;
            Steps steps = new Steps(store);
            ClaimedJob running = limited.database.claimOne();
            steps.waitFor(running, "approved");
            limited.follow();
            assertThat(limited.of(first)).isEqualTo(Map.of("a", 0));
            assertThat(limited.of(second)).isEqualTo(Map.of("a", 2));

            assertThat(store.send(first, "approved", "1", null).result()).isEqualTo(SignalResult.DELIVERED);
            limited.follow();
            assertThat(limited.database.state(first)).isEqualTo(JobState.BLOCKED);
            ClaimedJob other = limited.database.claimOne();
            assertThat(other.id()).isEqualTo(second);
            store.settle(List.of(Settlement.of(other, Outcome.Completed.PLAIN)));
            limited.follow();
            assertThat(limited.database.claimOne().id()).isEqualTo(first);
            assertThat(limited.held("a")).isEqualTo(1);
        }
    }

    @Test
    void permits_are_requested_anew_when_a_wait_is_over(TestDatabase kind) {
        try (LimitedOnDatabase limited = new LimitedOnDatabase(kind)) {
            limited.define("a", 1);
            long id = limited.insert(job(), "a");
            limited.follow();
            JobStore store = limited.database.store;
            Steps steps = new Steps(store);
            ClaimedJob running = limited.database.claimOne();
            Steps.awaited(store, running.fence(), Steps.await("approved"));
            store.send(id, "approved", "1", null);
            assertThat(steps.suspend(running)).isEqualTo(Settled.WOKEN);
            limited.follow();
            ClaimedJob again = limited.database.claimOne();
            assertThat(limited.held("a")).isEqualTo(1);

            steps.sleepIn(again, "nap");
            assertThat(limited.of(id)).isEqualTo(Map.of("a", 0));
            limited.database.waitsOver();
            store.promoteDue(10);
            limited.follow();
            ClaimedJob last = limited.database.claimOne();
            assertThat(limited.held("a")).isEqualTo(1);
            steps.sleepIn(last, "another nap");
            store.cancel(List.of(id));
            assertThat(limited.permitRows()).isZero();
        }
    }

    private static NewJob of(String sequence) {
        return new NewJob(
                "work",
                "q",
                0,
                Due.NOW,
                null,
                Map.of(),
                "{}",
                List.of(),
                null,
                0,
                null,
                new NewJob.Sequence(sequence, OnDead.BLOCK),
                null);
    }

    @Test
    void a_waiting_job_keeps_its_turn_in_its_sequence(TestDatabase kind) {
        DirtySet<String> dirty = new DirtySet<>();
        SequencedJobs sequenced = new SequencedJobs(dirty, JobSignal.ClusterSignal.NONE);
        try (StoreOnDatabase database = new StoreOnDatabase(kind, sequenced)) {
            SequenceFollowUp followUp = new SequenceFollowUp(
                    sequenced,
                    new Database(database.dataSource, null),
                    database.joining,
                    database.transactions,
                    System::nanoTime,
                    () -> Duration.ofDays(1));
            followUp.begin(() -> {});
            List<Long> jobs = database.store.insertAllWithIds(List.of(of("a"), of("a")));
            followUp.follow(Set::of);
            Steps steps = new Steps(database.store);
            ClaimedJob first = database.claimOne();
            assertThat(first.id()).isEqualTo(jobs.get(0));
            steps.waitFor(first, "approved");
            followUp.follow(Set::of);
            assertThat(database.state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
            assertThat(database.claim(10)).isEmpty();

            database.store.send(first.id(), "approved", "1", null);
            ClaimedJob again = database.claimOne();
            assertThat(again.id()).isEqualTo(first.id());
            assertThat(database.joining.knows(again.ties())).isTrue();
            database.store.settle(List.of(Settlement.of(again, Outcome.Completed.PLAIN)));
            followUp.follow(Set::of);
            assertThat(database.claimOne().id()).isEqualTo(jobs.get(1));
        }
    }

    @Test
    void a_job_keeps_its_turn_until_it_is_undone(TestDatabase kind) {
        DirtySet<String> dirty = new DirtySet<>();
        SequencedJobs sequenced = new SequencedJobs(dirty, JobSignal.ClusterSignal.NONE);
        try (StoreOnDatabase database = new StoreOnDatabase(kind, sequenced)) {
            SequenceFollowUp followUp = new SequenceFollowUp(
                    sequenced,
                    new Database(database.dataSource, null),
                    database.joining,
                    database.transactions,
                    System::nanoTime,
                    () -> Duration.ofDays(1));
            followUp.begin(() -> {});
            List<Long> jobs = database.store.insertAllWithIds(List.of(of("a"), of("a"), of("a")));
            followUp.follow(Set::of);
            ClaimedJob first = undoable(database);
            assertThat(first.id()).isEqualTo(jobs.get(0));
            new Steps(database.store).waitFor(first, "approved");
            database.store.cancel(List.of(first.id()));
            followUp.follow(Set::of);
            assertThat(database.state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
            ClaimedJob undoing = undoing(database, first.id());
            database.store.settle(List.of(Settlement.of(undoing, new Outcome.Cancelled())));
            followUp.follow(Set::of);

            ClaimedJob second = undoable(database);
            assertThat(second.id()).isEqualTo(jobs.get(1));
            database.store.settle(List.of(Settlement.of(second, new Outcome.Dead("it broke"))));
            followUp.follow(Set::of);
            assertThat(database.state(jobs.get(2))).isEqualTo(JobState.BLOCKED);
            undoing = undoing(database, second.id());
            database.store.settle(List.of(Settlement.of(undoing, new Outcome.Dead(null))));
            followUp.follow(Set::of);
            assertThat(database.state(second.id())).isEqualTo(JobState.DEAD);
            assertThat(database.claim(10)).as("the dead one blocks").isEmpty();
            database.store.cancel(List.of(second.id()));
            followUp.follow(Set::of);
            assertThat(database.claimOne().id()).isEqualTo(jobs.get(2));
        }
    }

    /** The next job has a step that can be undone. */
    private static ClaimedJob undoable(StoreOnDatabase database) {
        ClaimedJob job = database.claimOne();
        database.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        return job;
    }

    private static ClaimedJob undoing(StoreOnDatabase database, long id) {
        ClaimedJob job = database.claimOne();
        assertThat(job.id()).isEqualTo(id);
        assertThat(job.ties().has(Ties.UNDOING)).isTrue();
        assertThat(database.joining.knows(job.ties())).isTrue();
        return job;
    }

    @Test
    void a_batch_is_open_while_an_item_waits(TestDatabase kind) {
        try (BatchesOnDatabase on = new BatchesOnDatabase(kind)) {
            Batch batch = on.batches.open();
            batch.addJobs(WithBatches.items(2));
            batch.seal();
            Steps steps = new Steps(on.jobs.store);
            ClaimedJob first = on.jobs.claimOne();
            steps.waitFor(first, "approved");
            on.end(1, Outcome.Completed.PLAIN);
            on.fold();
            assertThat(batch.status().remaining()).isEqualTo(1);
            assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);

            on.jobs.store.send(first.id(), "approved", "1", null);
            on.end(1, Outcome.Completed.PLAIN);
            on.fold();
            assertThat(batch.status().remaining()).isZero();
        }
    }

    @Test
    void a_flow_that_is_cancelled_takes_its_waiting_jobs_along(TestDatabase kind) {
        try (BatchesOnDatabase on = new BatchesOnDatabase(kind)) {
            Batch flow = on.flows.start(Flow.of(new BatchesOnDatabase.Item(1)));
            ClaimedJob first = on.jobs.claimOne();
            new Steps(on.jobs.store).waitFor(first, "approved");
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(on.jobs.state(first.id())).isEqualTo(JobState.CANCELLED);
        }
    }

    @Test
    void a_unique_key_is_held_while_its_job_waits(TestDatabase kind) {
        try (UniqueOnDatabase on = new UniqueOnDatabase(kind)) {
            Enqueued first = on.mail(1, job -> job.uniqueUntilFinished("a"));
            ClaimedJob job = on.claimAndStart();
            Steps steps = new Steps(on.jobs.store);
            steps.waitFor(job, "approved");
            Enqueued second = on.mail(2, options -> options.uniqueUntilFinished("a"));
            assertThat(second.id()).isEqualTo(first.id());
            assertThat(second.outcome()).isNotEqualTo(Enqueued.Outcome.CREATED);
            on.sweep();
            assertThat(on.keys()).hasSize(1);
            assertThat(on.mail(3, options -> options.uniqueUntilFinished("a").onDuplicate(OnDuplicate.REPLACE))
                            .outcome())
                    .isEqualTo(Enqueued.Outcome.RUNNING);
            assertThat(on.payload(job.id())).isEqualTo("{\"number\":1}");

            on.jobs.store.send(job.id(), "approved", "1", null);
            on.settle(on.claimAndStart(), Outcome.Completed.PLAIN);
            assertThat(on.mail(4, options -> options.uniqueUntilFinished("a")).outcome())
                    .isEqualTo(Enqueued.Outcome.CREATED);
        }
    }

    @Test
    void a_unique_key_is_held_until_its_job_is_undone(TestDatabase kind) {
        try (UniqueOnDatabase on = new UniqueOnDatabase(kind)) {
            for (Outcome last : List.of(new Outcome.Cancelled(), new Outcome.Dead(null))) {
                on.clear();
                Enqueued first = on.mail(1, job -> job.uniqueUntilFinished("a"));
                ClaimedJob job = on.claimAndStart();
                on.jobs.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
                if (last instanceof Outcome.Cancelled) {
                    new Steps(on.jobs.store).waitFor(job, "approved");
                    on.jobs.store.cancel(List.of(job.id()));
                } else {
                    on.settle(job, new Outcome.Dead("it broke"));
                }
                Enqueued second = on.mail(2, options -> options.uniqueUntilFinished("a"));
                assertThat(second.id()).isEqualTo(first.id());
                assertThat(second.outcome()).isNotEqualTo(Enqueued.Outcome.CREATED);
                on.sweep();
                assertThat(on.keys()).hasSize(1);
                assertThat(on.mail(3, options -> options.uniqueUntilFinished("a")
                                        .onDuplicate(OnDuplicate.REPLACE))
                                .outcome())
                        .isNotEqualTo(Enqueued.Outcome.CREATED);
                ClaimedJob undoing = on.claimAndStart();
                assertThat(undoing.id()).isEqualTo(job.id());
                assertThat(on.payload(job.id())).isEqualTo("{\"number\":1}");
                assertThat(undoing.ties().has(Ties.UNDOING)).isTrue();
                on.settle(undoing, last);
                assertThat(on.mail(4, options -> options.uniqueUntilFinished("a"))
                                .outcome())
                        .as("after %s", last)
                        .isEqualTo(Enqueued.Outcome.CREATED);
            }
        }
    }

    @Test
    void a_key_until_the_start_is_free_while_its_job_waits(TestDatabase kind) {
        try (UniqueOnDatabase on = new UniqueOnDatabase(kind)) {
            Enqueued first = on.mail(1, job -> job.unique("a"));
            new Steps(on.jobs.store).waitFor(on.claimAndStart(), "approved");
            Enqueued second = on.mail(2, job -> job.unique("a"));
            assertThat(second.outcome()).isEqualTo(Enqueued.Outcome.CREATED);
            assertThat(second.id()).isNotEqualTo(first.id());
            assertThat(on.jobs
                            .store
                            .send(first.id().value(), "approved", "1", null)
                            .result())
                    .isEqualTo(SignalResult.DELIVERED);
            assertThat(on.jobs.claim(10)).hasSize(2);
        }
    }

    @Test
    void a_job_with_records_is_kept_instead_of_replaced(TestDatabase kind) {
        try (UniqueOnDatabase on = new UniqueOnDatabase(kind)) {
            on.mail(1, job -> job.uniqueUntilFinished("a"));
            ClaimedJob job = on.claimAndStart();
            on.jobs.store.save(job.fence(), Steps.done("charge", "1"));
            on.settle(job, new Outcome.Retried(Duration.ofHours(1), "it broke"));
            assertThat(on.mail(2, options -> options.uniqueUntilFinished("a").onDuplicate(OnDuplicate.REPLACE))
                            .outcome())
                    .isEqualTo(Enqueued.Outcome.KEPT);
            assertThat(on.payload(job.id())).isEqualTo("{\"number\":1}");
            assertThat(on.jobs.store.ofJob(job.id())).hasSize(1);
        }
    }
}
