package io.baton.faults.crash;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** The application whose engine is trapped. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CrashApp {

    /** Writes its effect with its completion. */
    @JobType(name = "effect")
    record Effect(long item) {}

    /** Does nothing but end. */
    @JobType(name = "mark")
    record Mark(long item) {}

    /** Waits for a latch and ignores interrupts; only in its first run. */
    @JobType(name = "held")
    record Held(long item) {}

    /** Takes its time. */
    @JobType(name = "slow")
    record Slow(long item) {}

    @Bean
    Handlers handlers(JdbcOperations jdbc, SharedState state) {
        return new Handlers(jdbc, state);
    }

    /** What tests and handlers share. */
    static final class SharedState {

        final Trap trap;
        final CountDownLatch holding = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger heldRuns = new AtomicInteger();
        final AtomicInteger slowRuns = new AtomicInteger();
        final AtomicInteger slowEnds = new AtomicInteger();

        SharedState(Trap trap) {
            this.trap = trap;
        }
    }

    record Handlers(JdbcOperations jdbc, SharedState state) {

        private static final long SLOW_NANOS = 4_000_000_000L;

        @JobHandler(transactional = true)
        @Retry(delay = "50ms", jitter = 0)
        void effect(Effect work, JobContext job) {
            state.trap.at(Point.When.BEFORE, Point.HANDLER);
            write(work.item(), job);
            state.trap.at(Point.When.AFTER, Point.EFFECT);
        }

        @JobHandler
        void mark(Mark work) {}

        @JobHandler(transactional = true)
        void held(Held work, JobContext job) {
            write(work.item(), job);
            if (state.heldRuns.incrementAndGet() == 1) {
                state.holding.countDown();
                while (state.release.getCount() > 0) {
                    LockSupport.parkNanos(5_000_000);
                    Thread.interrupted();
                }
            }
        }

        @JobHandler
        void slow(Slow work) {
            state.slowRuns.incrementAndGet();
            long end = System.nanoTime() + SLOW_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(10_000_000);
            }
            state.slowEnds.incrementAndGet();
        }

        private void write(long item, JobContext job) {
            jdbc.update(
                    "INSERT INTO effect (item, job_id, attempt, worker) VALUES (?, ?, ?, 'here')",
                    item,
                    job.id().value(),
                    job.attempt());
        }
    }
}
