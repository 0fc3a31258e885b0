package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.UnusableTransactionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What people do to jobs, and what they are told of them. */
abstract class SteeringContract extends StationContract {

    private static final JobFilter FIRST = JobFilter.all().label("tenant", "first");

    private JobId enqueueLater(Part part, String tenant) {
        return engine().jobs
                .enqueue(part.plain(1), job -> job.delay(Duration.ofHours(1)).label("tenant", tenant))
                .id();
    }

    @Test
    void a_waiting_job_is_cancelled_and_never_runs() {
        Part part = engine().part(cue -> null);
        JobId id = enqueueLater(part, "first");

        assertThat(engine().jobs.cancel(id)).isTrue();

        assertThat(engine().find(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(engine().jobs.cancel(id)).isFalse();
        assertThat(engine().jobs.reschedule(id, Duration.ZERO)).isFalse();
        assertThat(part.runs).isEmpty();
    }

    @Test
    void a_running_job_is_asked_to_stop() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean asked = new AtomicBoolean();
        Part part = engine().part(cue -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                asked.set(cue.job().isCancelled());
            }
            return null;
        });
        JobId id = engine().enqueue(part.plain(1));
        running.await();

        assertThat(engine().jobs.cancel(id)).isTrue();

        engine().await(id, JobState.CANCELLED);
        assertThat(asked).isTrue();
        assertThat(part.runs).hasSize(1);
    }

    @Test
    void a_job_is_cancelled_while_it_runs_on_another_node() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            new CountDownLatch(1).await();
            return null;
        });
        try (Node other = engine().node("other", Node.withoutJpa(), "baton.worker.queues=elsewhere")) {
            JobId id = engine().enqueue(part.inTransaction(1), "elsewhere");
            running.await();
            assertThat(engine().jobs.drained(JobFilter.all())).isFalse();

            engine().jobs.cancel(id);

            engine().await(id, JobState.CANCELLED);
            assertThat(part.nodes()).containsExactly("other");
            assertThat(other.jobs.drained(JobFilter.all())).isTrue();
        }
    }

    @Test
    void a_cancelled_job_does_not_affect_others_in_the_same_call() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        Part part = engine().part(cue -> {
            if (first.getAndSet(false)) {
                running.countDown();
                new CountDownLatch(1).await();
            }
            return null;
        });
        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 5).mapToObj(part::together));
        running.await();

        engine().jobs.cancel(ids.get(2));

        engine().await(ids.get(2), JobState.CANCELLED);
        for (int i : new int[] {0, 1, 3, 4}) {
            assertThat(engine().await(ids.get(i), JobState.COMPLETED).attempts())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_job_that_completes_in_spite_of_its_cancellation_is_completed() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            EngineOnDatabase.await().until(() -> cue.job().isCancelled());
            return "done";
        });
        JobId id = engine().enqueue(part.plain(1));
        running.await();

        engine().jobs.cancel(id);

        engine().await(id, JobState.COMPLETED);
    }

    @Test
    void a_dead_job_is_revived_with_all_its_attempts() {
        AtomicBoolean mended = new AtomicBoolean();
        Part part = engine().part(cue -> {
            if (!mended.get()) {
                throw new JobRejectedException("broken");
            }
            return null;
        });
        JobId id = engine().enqueueOnce(part.plain(1));
        engine().await(id, JobState.DEAD);
        assertThat(engine().jobs.drained(JobFilter.all())).isTrue();
        mended.set(true);

        assertThat(engine().jobs.revive(id)).isTrue();

        assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
        assertThat(engine().jobs.revive(id)).isFalse();
    }

    @Test
    void a_waiting_job_is_moved_to_an_earlier_time() {
        Part part = engine().part(cue -> null);
        JobId now = enqueueLater(part, "first");
        JobId soon = enqueueLater(part, "first");

        assertThat(engine().jobs.reschedule(now, Instant.EPOCH.plusSeconds(86_400)))
                .isTrue();
        assertThat(engine().jobs.reschedule(soon, Duration.ofMillis(200))).isTrue();

        engine().await(now, JobState.COMPLETED);
        engine().await(soon, JobState.COMPLETED);
    }

    @Test
    void a_waiting_job_is_moved_to_a_later_time() {
        Part part = engine().part(cue -> null);
        JobId id = engine().enqueue(part.plain(1), EngineOnDatabase.LIMBO);
        Instant later = Instant.parse("2100-01-01T00:00:00Z");

        assertThat(engine().jobs.reschedule(id, later)).isTrue();

        assertThat(engine().find(id).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(engine().find(id).dueAt()).isEqualTo(later);
    }

    @Test
    void jobs_are_cancelled_by_label() {
        Part part = engine().part(cue -> null);
        List<JobId> first =
                IntStream.range(0, 5).mapToObj(i -> enqueueLater(part, "first")).toList();
        JobId second = enqueueLater(part, "second");

        assertThat(engine().jobs.cancelAll(FIRST)).isEqualTo(5);

        assertThat(first).allSatisfy(id -> assertThat(engine().find(id).state()).isEqualTo(JobState.CANCELLED));
        assertThat(engine().find(second).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(engine().jobs.drained(FIRST)).isTrue();
        assertThat(engine().jobs.drained(JobFilter.all())).isFalse();
    }

    @Test
    void nothing_is_drained_while_a_worker_holds_a_job() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            gate.await();
            return null;
        });
        engine().enqueue(part.plain(1));
        running.await();

        assertThat(engine().jobs.drained(JobFilter.all())).isFalse();
        assertThat(engine().jobs.awaitDrained(JobFilter.all(), Duration.ofMillis(50)))
                .isFalse();
        gate.countDown();
        assertThat(engine().jobs.awaitDrained(JobFilter.all(), EngineOnDatabase.LIMIT))
                .isTrue();
    }

    @Test
    void waiting_for_the_end_is_refused_in_a_transaction() {
        engine().node.transaction.executeWithoutResult(status -> assertThatThrownBy(
                        () -> engine().jobs.awaitDrained(JobFilter.all(), Duration.ofSeconds(1)))
                .isInstanceOf(UnusableTransactionException.class));
    }
}
