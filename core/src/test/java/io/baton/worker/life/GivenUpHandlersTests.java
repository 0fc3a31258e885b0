package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Handlers that do not end when their time is up. */
class GivenUpHandlersTests extends WorkerTurnsFixture {

    @Test
    void a_handler_that_is_given_up_is_replaced_until_it_returns() throws Exception {
        long first = enqueue("work");
        claim();
        handler = job -> {
            handler = next -> {};
            claim();
            woken = 0;
            isGivenUp();
            assertThat(worker.holdings.runs()).isEmpty();
            assertThat(session.report().threadsLost()).containsExactly(Map.entry("work", 1));
            assertThat(woken).as("another job may come").isPositive();
            work();
        };
        long second = enqueue("work");
        runAll();
        assertThat(calls).hasSize(2);
        assertThat(find(first).attempts()).isEqualTo(1);
        assertThat(state(first)).isEqualTo(JobState.SCHEDULED);
        assertThat(state(second)).isEqualTo(JobState.COMPLETED);
        assertThat(session.report().threadsLost()).isEmpty();
        assertThat(session.report().shortages()).isEmpty();
        assertThat(worker.runners.idle()).isTrue();
    }

    @Test
    void an_abandoned_handler_takes_no_more_jobs_when_it_returns() throws Exception {
        enqueue("work");
        enqueue("work");
        worker.runners.lanes().values().forEach(lane -> lane.ran(1, 1));
        claim();
        handler = job -> isGivenUp();
        started.remove().run();
        assertThat(calls).hasSize(1);
        assertThat(started)
                .as("the listeners' thread, and another runner for the rest")
                .hasSize(2);
    }

    @Test
    void a_queue_without_threads_releases_waiting_jobs_until_a_thread_returns() throws Exception {
        worker.runners.lanes().values().forEach(lane -> lane.ran(1, 1));
        enqueue("work");
        enqueue("work");
        long third = enqueue("work");
        claim();
        handler = job -> {
            handler = next -> {
                isGivenUp();
                assertThat(session.report().shortages()).containsKey("queue q");
                settle();
                assertThat(state(third)).isEqualTo(JobState.READY);
                claim();
                woken = 0;
            };
            isGivenUp();
            runAll();
            assertThat(woken).as("there is room again").isPositive();
        };
        started.remove().run();
        assertThat(session.report().shortages()).isEmpty();
        assertThat(session.report().threadsLost()).isEmpty();
    }

    @Test
    void a_handler_that_ends_its_worker_is_neither_interrupted_nor_given_up() throws Exception {
        enqueue("work");
        claim();
        handler = job -> {
            worker.holdings.endAwaitedBy(Thread.currentThread());
            firstDeadline();
            assertThat(Thread.interrupted()).isFalse();
            deadlines.remove(deadlines.size() - 1).run();
            assertThat(session.report().threadsLost()).isEmpty();
            assertThat(worker.holdings.runs()).hasSize(1);
            assertThat(session.onlyEndsProcess()).isTrue();
        };
        runAll();
    }

    @Test
    void a_handler_that_returns_while_it_is_given_up_is_not_lost() throws Exception {
        enqueue("work");
        claim();
        CompletableFuture<Void> runs = new CompletableFuture<>();
        CompletableFuture<Void> returns = new CompletableFuture<>();
        handler = job -> {
            runs.complete(null);
            returns.join();
        };
        CompletableFuture<Void> runner = CompletableFuture.runAsync(started.remove());
        runs.join();
        worker.settler.onWork(() -> {
            returns.complete(null);
            runner.join();
        });
        firstDeadline();
        deadlines.remove(deadlines.size() - 1).run();
        assertThat(session.report().threadsLost()).isEmpty();
        assertThat(worker.runners.idle()).isTrue();
    }

    @Test
    void a_handler_that_returned_before_it_is_given_up_is_not_lost() throws Exception {
        enqueue("work");
        claim();
        handler = job -> firstDeadline();
        runAll();
        deadlines.remove(deadlines.size() - 1).run();
        assertThat(session.report().threadsLost()).isEmpty();
    }
}
