package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs only on request and on the requesting thread, for tests. If there is a bean of this type, the threads of worker, sweeper and wake-ups do
 * not start, and no connection is kept. An auto-configuration that defines it must come before Baton's.
 */
public final class ManualMode {

    private final Queue<Runnable> runners = new ConcurrentLinkedQueue<>();
    private final AtomicLong skippedNanos = new AtomicLong();
    private volatile boolean joined;

    /** Returns an executor that keeps handlers until they are run. */
    public Executor executor() {
        return runners::add;
    }

    public void runAll() {
        for (Runnable next = runners.poll(); next != null; next = runners.poll()) {
            next.run();
        }
    }

    /** Returns a clock for waits, which can be skipped. */
    public Ticker ticker() {
        return () -> System.nanoTime() + skippedNanos.get();
    }

    public void skip(Duration wait) {
        skippedNanos.addAndGet(wait.toNanos());
    }

    /** Sets whether everything happens in the transaction of the calling thread. */
    public void joins(boolean joins) {
        joined = joins;
    }

    public boolean isJoined() {
        return joined;
    }

    /** Returns transactions that run work in these, or directly while the transaction of the thread is joined. */
    public Transactions transactions(Transactions own) {
        return new Transactions() {

            @Override
            public <T extends @Nullable Object> T run(Supplier<T> work) {
                return joined ? work.get() : own.run(work);
            }
        };
    }
}
