package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.actuate.BatonHealthIndicator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** A handler that takes too long is stopped, and one that cannot be stopped costs its queue no slot. Concurrency is 1 here. */
abstract class TimeoutContract extends StationContract {

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        end.countDown();
    }

    /** Waits for the end of the test, whoever interrupts it. */
    private @Nullable Object ignoreInterrupts() {
        boolean over = false;
        while (!over) {
            try {
                end.await();
                over = true;
            } catch (InterruptedException e) {
                // that is what this handler is like
            }
        }
        return null;
    }

    private Health health() {
        return Objects.requireNonNull(
                engine().node.context.getBean(BatonHealthIndicator.class).health());
    }

    /** So that the lane claims jobs ahead, unless the machine is too busy for that. What is to be fast has no timeout. */
    private void warmUp() {
        Part fast = engine().part(cue -> null);
        engine().enqueueTogether("short", IntStream.range(0, 50).mapToObj(fast::plain))
                .forEach(id -> engine().await(id, JobState.COMPLETED));
    }

    @Test
    void a_handler_that_takes_too_long_is_interrupted_and_tried_again() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Part part = engine().part(cue -> {
            if (cue.attempt() == 1) {
                try {
                    end.await();
                } finally {
                    cancelled.set(cue.job().isCancelled());
                }
            }
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            return cue.attempt();
        });

        JobId id = engine().enqueue(part.brief(1));

        String attempt =
                Objects.requireNonNull(engine().await(id, JobState.COMPLETED).result());
        assertThat(Integer.parseInt(attempt))
                .as("the attempt that was fast enough")
                .isGreaterThan(1);
        assertThat(cancelled).isTrue();
    }

    @Test
    void the_error_of_a_timeout_says_so() {
        Part part = engine().part(cue -> {
            end.await();
            return null;
        });

        JobId id = engine().enqueueOnce(part.brief(1));

        assertThat(engine().await(id, JobState.DEAD).error())
                .contains("timeout of 0.2 s")
                .contains("Caused by: java.lang.InterruptedException");
    }

    @Test
    void a_handler_ignoring_its_interruption_is_given_up_and_its_slot_replaced() {
        warmUp();
        CountDownLatch late = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            if (cue.number() == 0) {
                ignoreInterrupts();
                late.countDown();
            }
            return null;
        });

        JobId stubborn = engine().node.transaction.execute(status -> {
            JobId first = engine().enqueueOnce(part.brief(0));
            IntStream.range(1, 10).forEach(i -> engine().enqueue(part.plain(i), "short"));
            return first;
        });

        assertThat(engine().await(stubborn, JobState.DEAD).error()).contains("ignored its interruption");
        EngineOnDatabase.await().until(() -> engine().count("baton_job_history WHERE queue = 'short'") == 59);
        assertThat(end.getCount()).as("the first attempt still runs").isEqualTo(1);
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails()).containsEntry("threadsLost", Map.of("play-short", 1));

        end.countDown();
        EngineOnDatabase.await().until(() -> late.getCount() == 0);
        EngineOnDatabase.await().until(() -> health().getStatus().equals(Status.UP));
        assertThat(part.runs).hasSize(10);
        assertThat(engine().find(stubborn).state()).isEqualTo(JobState.DEAD);
        assertTheSlotIsSound();
    }

    @Test
    void threads_are_replaced_no_more_often_than_handlers_may_run_at_once() {
        AtomicInteger stuck = new AtomicInteger();
        Part hanging = engine().part(cue -> {
            stuck.incrementAndGet();
            return ignoreInterrupts();
        });
        Part next = engine().part(cue -> null);
        List<JobId> lost = IntStream.range(0, 2)
                .mapToObj(i -> engine().enqueueOnce(hanging.brief(i)))
                .toList();

        lost.forEach(id -> engine().await(id, JobState.DEAD));
        JobId waits = engine().enqueue(next.brief(2));
        EngineOnDatabase.await().until(() -> health().getDetails().containsKey("queue short"));
        assertThat(health().getDetails().get("queue short")).asString().contains("0 of 1");
        assertThat(health().getDetails()).containsEntry("threadsLost", Map.of("play-short", 2));
        engine().await(engine().enqueue(next.plain(3)), JobState.COMPLETED);
        assertThat(engine().find(waits).state()).isEqualTo(JobState.READY);
        assertThat(stuck).hasValue(2);

        end.countDown();
        engine().await(waits, JobState.COMPLETED);
        EngineOnDatabase.await().until(() -> health().getStatus().equals(Status.UP));
        assertTheSlotIsSound();
    }

    @Test
    void a_cancelled_handler_that_ignores_its_interruption_is_given_up_too() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            return ignoreInterrupts();
        });
        Part next = engine().part(cue -> null);
        JobId stubborn = engine().enqueue(part.stubborn(1));
        running.await();

        assertThat(engine().jobs.cancel(stubborn)).isTrue();
        JobId behind = engine().enqueue(next.stubborn(2));

        engine().await(stubborn, JobState.CANCELLED);
        engine().await(behind, JobState.COMPLETED);
        assertThat(end.getCount()).as("the handler still runs").isEqualTo(1);
        assertThat(part.runs).hasSize(1);
        end.countDown();
        EngineOnDatabase.await().until(() -> health().getStatus().equals(Status.UP));
    }

    @Test
    void so_is_one_without_a_timeout() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            return ignoreInterrupts();
        });
        Part next = engine().part(cue -> null);
        JobId stubborn = engine().enqueue(part.plain(1), "stubborn");
        running.await();

        assertThat(engine().jobs.cancel(stubborn)).isTrue();
        JobId behind = engine().enqueue(next.plain(2), "stubborn");

        engine().await(stubborn, JobState.CANCELLED);
        engine().await(behind, JobState.COMPLETED);
        assertThat(end.getCount()).as("the handler still runs").isEqualTo(1);
        assertThat(health().getDetails()).containsEntry("threadsLost", Map.of("play", 1));
        end.countDown();
        EngineOnDatabase.await().until(() -> health().getStatus().equals(Status.UP));
        assertThat(part.runs).hasSize(1);
    }

    /** One at a time, and without the interrupt that was meant for another. */
    private void assertTheSlotIsSound() {
        AtomicInteger running = new AtomicInteger();
        Part part = engine().part(cue -> {
            int now = running.incrementAndGet();
            Thread.onSpinWait();
            running.decrementAndGet();
            return now + " " + Thread.currentThread().isInterrupted();
        });
        engine().enqueueTogether("short", IntStream.range(0, 50).mapToObj(part::plain))
                .forEach(id -> assertThat(engine().await(id, JobState.COMPLETED).result())
                        .isEqualTo("\"1 false\""));
    }
}
