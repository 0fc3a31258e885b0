package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.Flow;
import io.baton.JobState;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A job that is undone needs its permits for that, and counts in its batch when it ends. */
@OnEachDatabase(and = TestDatabase.MEMORY)
class UndoBesideTests {

    private static final Map<String, Integer> ASLEEP = Map.of("a", 0);
    private static final Map<String, Integer> WAITING = Map.of("a", 1);
    private static final Map<String, Integer> HELD = Map.of("a", 2);
    private static final Outcome.Dead DEAD = new Outcome.Dead("it broke");

    private static LimitedStore limited(TestDatabase kind) {
        LimitedStore limited = LimitedStore.on(kind);
        limited.define("a", 1);
        return limited;
    }

    /** The next job has a step that can be undone. */
    private static ClaimedJob undoable(TestedStore jobs) {
        ClaimedJob job = jobs.claimOne();
        jobs.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        return job;
    }

    private static void end(TestedStore jobs, ClaimedJob job, Outcome outcome) {
        assertThat(jobs.store.settle(List.of(new Settlement(job.fence(), outcome, true, null))))
                .containsEntry(job.fence(), Settled.DONE);
    }

    private static ClaimedJob undoing(TestedStore jobs, long id) {
        ClaimedJob job = jobs.claimOne();
        assertThat(job.id()).isEqualTo(id);
        assertThat(job.ties().has(Ties.UNDOING)).isTrue();
        return job;
    }

    @Test
    void a_job_cancelled_while_it_waits_gets_its_permit_first(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            new Steps(jobs.store).sleepIn(undoable(jobs), "nap");
            limited.follow();
            assertThat(limited.of(id)).isEqualTo(ASLEEP);

            assertThat(jobs.store.cancel(List.of(id))).isEqualTo(1);
            limited.follow();
            assertThat(jobs.state(id)).isEqualTo(JobState.READY);
            assertThat(limited.of(id)).isEqualTo(HELD);
            ClaimedJob undoing = undoing(jobs, id);
            assertThat(limited.held("a")).isEqualTo(1);
            end(jobs, undoing, new Outcome.Cancelled());
            assertThat(jobs.state(id)).isEqualTo(JobState.CANCELLED);
            assertThat(limited.permitRows()).isZero();
        }
    }

    @Test
    void a_cancelled_waiting_job_is_blocked_until_others_give_permits_back(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            new Steps(jobs.store).sleepIn(undoable(jobs), "nap");
            limited.follow();
            long other = limited.insert(job(), "a");
            limited.follow();
            ClaimedJob running = jobs.claimOne();
            assertThat(running.id()).isEqualTo(other);

            jobs.store.cancel(List.of(id));
            limited.follow();
            assertThat(jobs.state(id)).isEqualTo(JobState.BLOCKED);
            assertThat(limited.of(id)).isEqualTo(WAITING);
            assertThat(jobs.claim(10)).isEmpty();
            assertThat(jobs.store.cancel(List.of(id))).isZero();
            end(jobs, running, Outcome.Completed.PLAIN);
            limited.follow();
            ClaimedJob undoing = undoing(jobs, id);
            assertThat(limited.held("a")).isEqualTo(1);
            end(jobs, undoing, new Outcome.Dead("the undo broke"));
            assertThat(limited.of(id)).isEqualTo(ASLEEP);
            jobs.store.revive(List.of(id));
            limited.follow();
            assertThat(undoing(jobs, id).ties().has(Ties.UNDO)).isTrue();
            assertThat(limited.held("a")).isEqualTo(1);
        }
    }

    @Test
    void a_cancelled_blocked_job_stays_blocked_until_it_is_undone(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            ClaimedJob first = undoable(jobs);
            long other = limited.insert(job(), "a");
            end(jobs, first, new Outcome.Retried(Duration.ofHours(1), "it limped"));
            limited.follow();
            ClaimedJob running = jobs.claimOne();
            assertThat(running.id()).isEqualTo(other);
            jobs.overdue(id, "2020-01-01 00:00:00");
            jobs.store.promoteDue(10);
            limited.follow();
            assertThat(jobs.state(id)).isEqualTo(JobState.BLOCKED);

            assertThat(jobs.store.cancel(List.of(id))).isEqualTo(1);
            assertThat(jobs.store.cancel(List.of(id))).isZero();
            assertThat(jobs.state(id)).isEqualTo(JobState.BLOCKED);
            assertThat(jobs.find(id).attempts()).isZero();
            assertThat(jobs.find(id).error()).isEqualTo("it limped");
            assertThat(limited.of(id)).isEqualTo(WAITING);
            end(jobs, running, Outcome.Completed.PLAIN);
            limited.follow();
            ClaimedJob undoing = undoing(jobs, id);
            assertThat(undoing.attempt()).isEqualTo(1);
            end(jobs, undoing, new Outcome.Cancelled());
            assertThat(limited.permitRows()).isZero();
        }
    }

    @Test
    void a_cancelled_scheduled_job_asks_for_its_permit(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            end(jobs, undoable(jobs), new Outcome.Retried(Duration.ofHours(1), "it limped"));
            limited.follow();
            assertThat(limited.of(id)).isEqualTo(ASLEEP);
            jobs.store.cancel(List.of(id));
            limited.follow();
            assertThat(limited.of(id)).isEqualTo(HELD);
            undoing(jobs, id);
        }
    }

    @Test
    void a_cancelled_ready_job_keeps_its_permit(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            end(jobs, undoable(jobs), new Outcome.Retried(Duration.ZERO, "it limped"));
            jobs.store.cancel(List.of(id));
            assertThat(jobs.state(id)).isEqualTo(JobState.READY);
            assertThat(limited.of(id)).isEqualTo(HELD);
            end(jobs, undoing(jobs, id), new Outcome.Cancelled());
            assertThat(limited.permitRows()).isZero();
        }
    }

    @Test
    void a_failed_job_keeps_its_permit_until_it_is_undone(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            long other = limited.insert(job(), "a");
            limited.follow();
            end(jobs, undoable(jobs), DEAD);
            limited.follow();
            assertThat(jobs.state(id)).isEqualTo(JobState.READY);
            assertThat(limited.of(id)).isEqualTo(HELD);
            assertThat(jobs.state(other)).isEqualTo(JobState.BLOCKED);
            end(jobs, undoing(jobs, id), new Outcome.Dead(null));
            limited.follow();
            assertThat(jobs.state(id)).isEqualTo(JobState.DEAD);
            assertThat(limited.of(id)).isEqualTo(ASLEEP);
            assertThat(jobs.claimOne().id()).isEqualTo(other);
            assertThat(limited.held("a")).isEqualTo(1);
        }
    }

    @Test
    void a_job_that_would_wait_keeps_its_permit_if_it_is_cancelled(TestDatabase kind) {
        try (LimitedStore limited = limited(kind)) {
            TestedStore jobs = limited.database;
            long id = limited.insert(job(), "a");
            limited.follow();
            ClaimedJob running = undoable(jobs);
            jobs.store.save(running.fence(), Steps.sleep("nap"));
            jobs.store.cancel(List.of(id));
            end(jobs, running, new Outcome.Suspended("nap"));
            assertThat(jobs.state(id)).isEqualTo(JobState.READY);
            assertThat(limited.of(id)).isEqualTo(HELD);
            end(jobs, undoing(jobs, id), new Outcome.Cancelled());
            assertThat(limited.permitRows()).isZero();
        }
    }

    @Test
    void a_job_of_a_dead_worker_keeps_its_permit_until_undone(TestDatabase kind) {
        for (boolean cancelled : List.of(true, false)) {
            try (LimitedStore limited = limited(kind)) {
                TestedStore jobs = limited.database;
                long id = limited.insert(job(), "a");
                limited.follow();
                end(jobs, undoable(jobs), new Outcome.Retried(Duration.ZERO, "it limped"));
                long worker = jobs.register("dying", "q");
                assertThat(jobs.store
                                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                                .jobs())
                        .hasSize(1);
                if (cancelled) {
                    jobs.store.cancel(List.of(id));
                } else {
                    jobs.crashed(5);
                }
                jobs.workers.deregister(worker, false);
                jobs.store.unlock(worker, 10);
                assertThat(jobs.state(id)).isEqualTo(JobState.READY);
                assertThat(limited.of(id)).isEqualTo(HELD);
                end(jobs, undoing(jobs, id), new Outcome.Cancelled());
                assertThat(limited.permitRows()).isZero();
            }
        }
    }

    @Test
    void an_item_of_a_batch_counts_when_its_job_ends(TestDatabase kind) {
        try (BatchedStore on = BatchedStore.on(kind)) {
            Batch batch = on.batches.open();
            batch.addJobs(List.of(new Item(1), new Item(2), new Item(3)));
            batch.seal();
            ClaimedJob dying = undoable(on.jobs);
            end(on.jobs, dying, DEAD);
            on.fold();
            assertThat(batch.status().dead()).isZero();
            end(on.jobs, undoing(on.jobs, dying.id()), new Outcome.Dead(null));
            on.fold();
            assertThat(batch.status().dead()).isEqualTo(1);

            ClaimedJob waiting = undoable(on.jobs);
            ClaimedJob stopped = undoable(on.jobs);
            new Steps(on.jobs.store).sleepIn(waiting, "nap");
            on.jobs.store.cancel(List.of(waiting.id()));
            on.fold();
            assertThat(batch.status().cancelled()).isZero();
            assertThat(batch.status().remaining()).isEqualTo(3);
            end(on.jobs, undoing(on.jobs, waiting.id()), new Outcome.Cancelled());
            on.fold();
            assertThat(batch.status().cancelled()).isEqualTo(1);

            on.jobs.store.cancel(List.of(stopped.id()));
            end(on.jobs, stopped, new Outcome.Retried(Duration.ZERO, "it limped"));
            on.fold();
            assertThat(batch.status().cancelled()).isEqualTo(1);
            end(on.jobs, undoing(on.jobs, stopped.id()), new Outcome.Cancelled());
            on.fold();
            assertThat(batch.status().cancelled()).isEqualTo(2);
            assertThat(batch.status().dead()).isEqualTo(1);
            assertThat(batch.status().complete()).isFalse();
            assertThat(on.jobs.store.cancel(List.of(dying.id()))).isEqualTo(1);
            on.fold();
            assertThat(batch.status().cancelled()).isEqualTo(3);
            assertThat(batch.status().complete()).isTrue();
        }
    }

    @Test
    void an_item_of_a_dead_worker_counts_when_it_is_undone(TestDatabase kind) {
        try (BatchedStore on = BatchedStore.on(kind)) {
            Batch batch = on.batches.open();
            batch.addJobs(List.of(new Item(1)));
            batch.seal();
            ClaimedJob job = undoable(on.jobs);
            end(on.jobs, job, new Outcome.Retried(Duration.ZERO, "it limped"));
            long worker = on.jobs.register("dying", "q");
            on.jobs.store.claim(new Claim("q", UUID.randomUUID(), worker, 1, null));
            on.jobs.crashed(5);
            on.jobs.workers.deregister(worker, false);
            on.jobs.store.unlock(worker, 10);
            on.fold();
            assertThat(batch.status().dead()).isZero();
            end(on.jobs, undoing(on.jobs, job.id()), new Outcome.Dead(null));
            on.fold();
            assertThat(batch.status().dead()).isEqualTo(1);
        }
    }

    @Test
    void a_cancelled_flow_waits_for_what_is_undone(TestDatabase kind) {
        try (BatchedStore on = BatchedStore.on(kind)) {
            Batch flow = on.flows.start(Flow.of(new Item(1)));
            ClaimedJob job = undoable(on.jobs);
            new Steps(on.jobs.store).sleepIn(job, "nap");
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(on.jobs.state(job.id())).isEqualTo(JobState.READY);
            assertThat(flow.status().cancelled()).isZero();
            assertThat(flow.status().complete()).isFalse();
            ClaimedJob undoing = undoing(on.jobs, job.id());
            on.fold();
            end(on.jobs, undoing, new Outcome.Cancelled());
            on.fold();
            assertThat(on.jobs.state(job.id())).isEqualTo(JobState.CANCELLED);
            assertThat(flow.status().cancelled()).isEqualTo(1);
            assertThat(flow.status().complete()).isTrue();
        }
    }

    @Test
    void a_cancelled_flow_reaches_jobs_behind_those_that_are_undone(TestDatabase kind) {
        try (BatchedStore on = BatchedStore.on(kind)) {
            Batch flow = on.flows.start(Flow.group(List.of(new Item(1), new Item(2), new Item(3))));
            List<ClaimedJob> jobs = List.of(undoable(on.jobs), undoable(on.jobs), undoable(on.jobs));
            assertThat(jobs).hasSizeGreaterThan(BatchedStore.PORTION);
            jobs.forEach(job -> new Steps(on.jobs.store).sleepIn(job, "nap"));
            on.flows.cancel(flow.id());
            on.fold();
            assertThat(jobs)
                    .allSatisfy(job -> assertThat(on.jobs.state(job.id())).isEqualTo(JobState.READY));
            List<ClaimedJob> undoing = on.jobs.claim(10);
            assertThat(undoing).hasSize(3).allMatch(job -> job.ties().has(Ties.UNDOING));
            undoing.forEach(job -> end(on.jobs, job, new Outcome.Cancelled()));
            on.fold();
            assertThat(flow.status().complete()).isTrue();
        }
    }
}
