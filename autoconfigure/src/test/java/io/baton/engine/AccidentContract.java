package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.engine.StageJobs.Fragile;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.domain.PageRequest;

/** Whatever a handler or a row does, every run comes to an outcome, and the next one notices nothing of it. */
abstract class AccidentContract extends StationContract {

    /** Not even an {@link Error}. */
    static final class Strange extends Throwable {

        Strange() {
            super("strange");
        }
    }

    /** Fails whoever looks at it. */
    static final class Unspeakable extends RuntimeException {

        @Override
        public String getMessage() {
            return fail("no message");
        }
    }

    /** A result that no JSON can hold. */
    static final class Rubbish {

        public Object getSelf() {
            return fail("cannot be written");
        }
    }

    /** A way in which a handler goes wrong. */
    enum Accident {
        STACK_OVERFLOW(StackOverflowError.class) {
            @Override
            Object happen() {
                return deeper(this);
            }
        },
        OUT_OF_MEMORY(OutOfMemoryError.class) {
            @Override
            Object happen() {
                throw new OutOfMemoryError("by hand");
            }
        },
        ASSERTION(AssertionError.class) {
            @Override
            Object happen() {
                throw new AssertionError("by hand");
            }
        },
        STRANGE(Strange.class) {
            @Override
            Object happen() throws Throwable {
                throw new Strange();
            }
        },
        UNSPEAKABLE(Unspeakable.class) {
            @Override
            Object happen() {
                throw new Unspeakable();
            }
        },
        INTERRUPTED_AND_THROWN(IllegalStateException.class) {
            @Override
            Object happen() {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("after an interrupt");
            }
        };

        final Class<? extends Throwable> failure;

        Accident(Class<? extends Throwable> failure) {
            this.failure = failure;
        }

        abstract Object happen() throws Throwable;

        /** Over and over. */
        @SuppressWarnings("InfiniteRecursion") // which is what it is for
        private static Object deeper(Accident accident) {
            return List.of(deeper(accident));
        }
    }

    @ParameterizedTest
    @MethodSource("accidents")
    void no_accident_keeps_a_job_from_its_outcome(Accident accident, boolean transactional) {
        Part part = engine().part(cue -> accident.happen());

        JobId id = engine().enqueueOnce(transactional ? part.inTransaction(1) : part.plain(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains(accident.failure.getName());
        assertThat(part.runs).hasSize(1);
    }

    static Stream<Arguments> accidents() {
        return Stream.of(Accident.values()).flatMap(accident -> Stream.of(false, true)
                .map(transactional -> Arguments.of(accident, transactional)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_result_that_cannot_be_written_completes_the_job_without_one(boolean transactional) {
        Part part = engine().part(cue -> new Rubbish());

        JobId id = engine().enqueueOnce(transactional ? part.inTransaction(1) : part.plain(1));

        assertThat(engine().await(id, JobState.COMPLETED).result()).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_interrupt_of_its_own_does_not_keep_a_job_from_completing(boolean transactional) {
        Part part = engine().part(cue -> {
            Thread.currentThread().interrupt();
            return null;
        });

        JobId id = engine().enqueueOnce(transactional ? part.inTransaction(1) : part.plain(1));

        engine().await(id, JobState.COMPLETED);
    }

    @Test
    void the_next_job_on_a_thread_sees_no_interrupt_of_the_last() throws Exception {
        Map<Thread, Boolean> spoilt = new ConcurrentHashMap<>();
        Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        Part part = engine().part(cue -> {
            if (spoilt.containsKey(Thread.currentThread())) {
                interrupted.add(Thread.currentThread().isInterrupted());
            }
            spoilt.put(Thread.currentThread(), true);
            Thread.currentThread().interrupt();
            if (cue.number() % 2 == 0) {
                throw new JobRejectedException("with the interrupt set");
            }
            return null;
        });

        engine().enqueueTogether("single", IntStream.range(0, 30).mapToObj(part::plain));
        engine().awaitDrained();

        assertThat(interrupted).isNotEmpty().containsOnly(false);
    }

    @Test
    void jobs_run_singly_after_a_failed_call_see_no_others_interrupt() {
        Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        Part part = engine().part(cue -> {
            interrupted.add(Thread.interrupted());
            if (cue.number() == 1) {
                Thread.currentThread().interrupt();
                throw new JobRejectedException("with the interrupt set");
            }
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 4).mapToObj(part::togetherInTransaction));

        engine().await(ids.get(1), JobState.DEAD);
        engine().await(ids.get(3), JobState.COMPLETED);
        assertThat(interrupted).containsOnly(false);
    }

    @Test
    void a_payload_that_cannot_be_read_uses_up_the_attempts() {
        Part part = engine().part(cue -> null);
        JobId id = engine().jobs
                .enqueue(part.plain(1), job -> job.queue(EngineOnDatabase.LIMBO).maxAttempts(2))
                .id();

        engine().sql
                .update(
                        "UPDATE baton_job SET payload = '{\"number\":\"secret\"', queue = 'default' WHERE id = ?",
                        id.value());

        JobDetails dead = engine().await(id, JobState.DEAD);
        assertThat(dead.attempts()).isEqualTo(2);
        assertThat(dead.error()).contains("InvalidPayloadException").doesNotContain("secret");
        assertThat(part.runs).isEmpty();
    }

    @Test
    void a_payload_whose_class_answers_with_an_error_counts_as_a_failure() {
        Part part = engine().part(cue -> null);
        JobId id = engine().jobs
                .enqueue(new Fragile(part.name, 1), job -> job.queue(EngineOnDatabase.LIMBO)
                        .maxAttempts(2))
                .id();

        engine().sql
                .update(
                        "UPDATE baton_job SET payload = '{\"part\":\"p\",\"number\":-1}', queue = 'default' WHERE id = ?",
                        id.value());

        assertThat(engine().await(id, JobState.DEAD).attempts()).isEqualTo(2);
    }

    @Test
    void rows_of_rubbish_do_not_hold_up_their_queue() {
        Part part = engine().part(cue -> null);
        List<String> rubbish = List.of(
                "payload = NULL",
                "payload = ''",
                "payload = 'null'",
                "payload = '[]'",
                "payload = '7'",
                "payload = '{{{{'",
                "payload = '{}', max_attempts = -5",
                "type = ''",
                "labels = 'no label at all'",
                "checkpoint = '{{{'",
                "job_rank = -2147483648, max_attempts = 0",
                "attempt = 1000000000",
                "crashes = 1",
                "crashes = 1000",
                "progress = 17, progress_note = ''",
                "worker_id = 999999",
                "cancel_requested = TRUE",
                "created_at = '1970-01-02 00:00:00', due_at = '1970-01-02 00:00:00'");
        for (String assignments : rubbish) {
            JobId id = engine().jobs
                    .enqueue(part.plain(1), job -> job.queue(EngineOnDatabase.LIMBO)
                            .maxAttempts(1))
                    .id();
            engine().sql.update("UPDATE baton_job SET queue = 'single', " + assignments + " WHERE id = " + id.value());
        }

        JobId sound = engine().enqueue(part.plain(2), "single");

        engine().await(sound, JobState.COMPLETED);
        EngineOnDatabase.await()
                .untilAsserted(() -> assertThat(engine().jobs.search(JobFilter.all(), PageRequest.of(0, 100)))
                        .hasSize(rubbish.size() + 1)
                        .allMatch(job -> job.state().isFinal() || job.type().isEmpty()));
    }
}
