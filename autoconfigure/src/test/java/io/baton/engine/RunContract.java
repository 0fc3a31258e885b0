package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.engine.StageJobs.Circle;
import io.baton.engine.StageJobs.PlayTurned;
import io.baton.engine.StageJobs.Square;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** A handler is given what was enqueued, in its turn, and not more at once than it was promised. */
abstract class RunContract extends StationContract {

    @Test
    void parameters_come_in_any_order() {
        Part part = engine().part(cue -> null);

        JobId id = engine().enqueue(new PlayTurned(part.name, 7));

        engine().await(id, JobState.COMPLETED);
        assertThat(part.runs).singleElement().satisfies(cue -> {
            assertThat(cue.number()).isEqualTo(7);
            assertThat(cue.job().id()).isEqualTo(id);
        });
    }

    @Test
    void a_sealed_payload_reaches_the_handler_of_its_supertype() {
        JobId circle = engine().enqueue(new Circle("a", 3));
        JobId square = engine().enqueue(new Square("b", 4));

        assertThat(engine().await(circle, JobState.COMPLETED).type()).isEqualTo("shape");
        assertThat(engine().find(circle).result()).isEqualTo("\"Circle[part=a, radius=3]\"");
        assertThat(engine().await(square, JobState.COMPLETED).result()).isEqualTo("\"Square[part=b, side=4]\"");
    }

    @Test
    void a_type_without_payload_is_enqueued_by_name() {
        JobId id = engine().jobs.enqueueNamed("payload-less").id();

        assertThat(engine().await(id, JobState.COMPLETED).result()).isEqualTo("\"ran payload-less\"");
    }

    @Test
    void the_context_tells_of_the_job() {
        Part part = engine().part(cue -> null);

        JobId id = engine().jobs
                .enqueue(part.plain(1), job -> job.queue("single").maxAttempts(3))
                .id();

        JobDetails stored = engine().await(id, JobState.COMPLETED);
        assertThat(part.runs).singleElement().satisfies(cue -> {
            assertThat(cue.job().id()).isEqualTo(id);
            assertThat(cue.job().type()).isEqualTo("play");
            assertThat(cue.job().queue()).isEqualTo("single");
            assertThat(cue.job().attempt()).isEqualTo(1);
            assertThat(cue.job().maxAttempts()).isEqualTo(3);
            assertThat(cue.job().enqueuedAt()).isEqualTo(stored.enqueuedAt());
            assertThat(cue.job().dueAt()).isEqualTo(stored.dueAt());
        });
    }

    @Test
    void a_list_handler_receives_the_available_jobs_and_fails_some() throws Exception {
        Part part = engine().part(cue -> cue.number() % 2 == 0 ? null : new IllegalStateException("odd"));

        // with more attempts than they can use up before they are cancelled
        List<JobId> ids = engine().node.transaction.execute(status -> IntStream.range(0, 20)
                .mapToObj(i -> engine().jobs
                        .enqueue(part.together(i), job -> job.queue("together").maxAttempts(100))
                        .id())
                .toList());

        for (int i = 0; i < 20; i += 2) {
            engine().await(ids.get(i), JobState.COMPLETED);
        }
        assertThat(part.calls.get(0)).isEqualTo(20);
        EngineOnDatabase.await().untilAsserted(() -> assertThat(part.runs).anyMatch(cue -> cue.attempt() == 2));
        assertThat(part.runs).filteredOn(cue -> cue.attempt() > 1).allMatch(cue -> cue.number() % 2 == 1);
        assertThat(engine().jobs.cancelAll(JobFilter.all().queue("together"))).isEqualTo(10);
        engine().awaitDrained();
    }

    @Test
    void a_queue_never_runs_more_at_once_than_its_concurrency() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore gate = new Semaphore(0);
        Part part = engine().part(cue -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            gate.acquire();
            running.decrementAndGet();
            return null;
        });

        engine().enqueueTogether("narrow", IntStream.range(0, 60).mapToObj(part::plain));
        EngineOnDatabase.await().until(() -> running.get() == 3);
        IntStream.range(0, 30).forEach(i -> gate.release());
        EngineOnDatabase.await().until(() -> part.runs.size() >= 30);
        gate.release(30);
        engine().awaitDrained();

        assertThat(most).hasValue(3);
        assertThat(part.numbers()).doesNotHaveDuplicates().hasSize(60);
    }

    @Test
    void jobs_run_by_priority_and_then_in_the_order_of_their_enqueue() throws Exception {
        Part part = engine().part(cue -> null);
        int[] priorities = {0, 5, -3, Integer.MAX_VALUE, 5, 0, Integer.MIN_VALUE, -3};

        engine().node.transaction.executeWithoutResult(status -> {
            for (int i = 0; i < 80; i++) {
                int priority = priorities[i % priorities.length];
                Consumer<JobOptions> options = job -> job.queue("single").priority(priority);
                engine().jobs.enqueue(part.plain(i), options);
            }
        });
        engine().awaitDrained();

        List<Integer> expected = IntStream.range(0, 80)
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> ~priorities[i % priorities.length])
                        .thenComparing(i -> i))
                .toList();
        assertThat(part.numbers()).isEqualTo(expected);
    }

    @Test
    void the_logging_context_names_the_job_and_is_clean_for_the_next() throws Exception {
        Map<Integer, Map<String, String>> seen = new ConcurrentHashMap<>();
        Part part = engine().part(cue -> {
            seen.put(cue.number(), MDC.getCopyOfContextMap());
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("single", IntStream.range(0, 5).mapToObj(part::plain));
        engine().awaitDrained();

        assertThat(seen).hasSize(5);
        seen.forEach((number, mdc) -> assertThat(mdc)
                .isEqualTo(Map.of("baton.job.id", ids.get(number).toString(), "baton.job.type", "play")));
    }

    @Test
    void progress_is_seen_while_the_job_runs() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.job().progress(0.25, "a quarter");
            seen.await();
            return null;
        });

        JobId id = engine().enqueue(part.plain(1));

        JobDetails running = EngineOnDatabase.await().until(() -> engine().find(id), job -> job.progress() != null);
        seen.countDown();
        assertThat(running.state()).isEqualTo(JobState.CLAIMED);
        assertThat(running.progress()).isEqualTo(0.25);
        assertThat(running.progressNote()).isEqualTo("a quarter");
        engine().await(id, JobState.COMPLETED);
    }

    /** Such as the message of an exception. */
    @Test
    void progress_without_a_note_is_seen_without_one() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.job().progress(0.5, null);
            seen.await();
            return null;
        });

        JobId id = engine().enqueue(part.plain(1));

        JobDetails running = EngineOnDatabase.await().until(() -> engine().find(id), job -> job.progress() != null);
        seen.countDown();
        assertThat(running.progressNote()).isNullOrEmpty();
        engine().await(id, JobState.COMPLETED);
    }

    @Test
    void a_note_that_is_too_long_is_cut_between_characters() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.job().progress(0.5, "x" + "😀".repeat(150));
            seen.await();
            return null;
        });

        JobId id = engine().enqueue(part.plain(1));

        JobDetails running = EngineOnDatabase.await().until(() -> engine().find(id), job -> job.progress() != null);
        seen.countDown();
        assertThat(running.progressNote()).isEqualTo("x" + "😀".repeat(99));
        engine().await(id, JobState.COMPLETED);
    }

    @Test
    void a_checkpoint_outlives_its_attempt_and_a_rolled_back_transaction() {
        Part part = engine().part(cue -> {
            int last = cue.job().lastCheckpoint(Integer.class).orElse(0);
            cue.job().saveCheckpoint(last + 1);
            assertThat(cue.job().lastCheckpoint(Integer.class)).contains(last + 1);
            if (cue.attempt() < 4) {
                throw new IllegalStateException("again");
            }
            return last;
        });

        JobId plain = engine().enqueue(part.plain(1));
        JobId transactional = engine().enqueue(part.inTransaction(2));

        assertThat(engine().await(plain, JobState.COMPLETED).result()).isEqualTo("3");
        assertThat(engine().await(transactional, JobState.COMPLETED).result()).isEqualTo("3");
    }
}
