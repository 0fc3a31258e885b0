package io.baton.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.support.GenericApplicationContext;

class DeadlinesTests {

    private final Deadlines deadlines = Deadlines.onThread();

    @AfterEach
    void close() {
        deadlines.close();
        assertThat(Thread.interrupted()).as("is left interrupted").isFalse();
    }

    @Test
    void its_thread_is_there_before_the_jvm_may_give_none() {
        assertThat(((ScheduledThreadPoolExecutor) deadlines.scheduler()).getPoolSize())
                .isEqualTo(1);
    }

    @Test
    void a_run_that_ends_in_time_is_left_alone() {
        ActiveRun run = Runs.of(List.of(), Thread.currentThread());
        deadlines.watch(run, Duration.ofSeconds(Long.MAX_VALUE), () -> {});
        assertThat(run.end()).isTrue();
        assertThat(run.stopReason()).isNull();
    }

    /** Nor with what it holds in memory. */
    @Test
    void a_run_that_is_over_is_watched_no_longer() {
        ActiveRun run = Runs.of(List.of(), Thread.currentThread());
        deadlines.watch(run, Duration.ofDays(1), () -> {});
        run.stop(StopReason.CANCELLED);
        run.end();
        assertThat(((ScheduledThreadPoolExecutor) deadlines.scheduler()).getQueue())
                .isEmpty();
    }

    @Test
    void a_run_that_takes_too_long_is_asked_to_stop() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        thread.start();
        ActiveRun run = Runs.of(List.of(), thread);
        deadlines.watch(run, Duration.ofMillis(1), () -> {});
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(run.stopReason()).isEqualTo(StopReason.TIMED_OUT);
        assertThat(run.end()).isTrue();
    }

    @Test
    void a_run_closing_its_own_context_is_stopped_like_any_other() throws InterruptedException {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread thread = new Thread(() -> closeContext(closing, interrupted));
        thread.start();
        assertThat(closing.await(1, TimeUnit.MINUTES)).isTrue();
        ActiveRun run = Runs.of(List.of(), thread);
        assertThat(run.endsProcess()).isFalse();
        run.stop(StopReason.TIMED_OUT);
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private static void closeContext(CountDownLatch closing, CountDownLatch interrupted) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean("slow", DisposableBean.class, () -> () -> {
            closing.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        context.refresh();
        context.close();
    }
}
