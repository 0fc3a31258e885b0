package io.baton.loop;

import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a step on a separate thread until it is stopped. A wake-up during a turn is kept and ends the next rest. A failed step is repeated after a
 * growing pause.
 */
public final class Loop implements LoopControl {

    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final String name;
    private final Step step;
    private final Failures failures;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private volatile boolean woken;
    private volatile boolean stopped;
    private @Nullable Thread thread;

    public Loop(String name, Step step) {
        this(name, step, LONGEST_PAUSE);
    }

    /** Creates a loop that pauses no longer than {@code longestPause}, however often its step fails. */
    public Loop(String name, Step step, Duration longestPause) {
        this.name = name;
        this.step = step;
        this.failures = new Failures(name, longestPause, Ticker.SYSTEM, () -> ThreadLocalRandom.current()
                .nextLong());
    }

    /** Starts the thread, which does not keep the JVM alive. */
    public void start() {
        start(true);
    }

    @Override
    public synchronized void start(boolean daemon) {
        Thread started = new Thread(this::run, name);
        started.setDaemon(daemon);
        thread = started;
        started.start();
    }

    @Override
    public void wake() {
        // the thread that resets the flag takes another turn afterwards
        if (woken) {
            return;
        }
        lock.lock();
        try {
            woken = true;
            change.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public synchronized void stop(Duration patience) {
        lock.lock();
        try {
            stopped = true;
            change.signal();
        } finally {
            lock.unlock();
        }
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(Math.max(1, patience.toMillis()));
            if (running.isAlive()) {
                running.interrupt();
            }
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Optional<Trouble> trouble() {
        return failures.trouble();
    }

    /** Turns until the loop is stopped. Nothing else ends it: neither a stray interrupt nor a failure to count or log a failure. */
    private void run() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                goesOn = rest(turn());
            } catch (InterruptedException e) {
                goesOn = !stopped;
            } catch (Throwable e) {
                Thread.interrupted();
                LockSupport.parkNanos(LONGEST_PAUSE.toNanos());
                goesOn = !stopped;
            }
        }
    }

    private Duration turn() throws InterruptedException {
        try {
            Duration rest = step.turn();
            failures.worked();
            return rest;
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            return failures.failed(e);
        }
    }

    /** Rests; returns whether to continue. After a failure no wake-up ends the rest, since the loop would then be busy. */
    private boolean rest(Duration rest) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = rest.toNanos();
            while (!stopped && left > 0 && (!woken || failures.failing())) {
                left = change.awaitNanos(left);
            }
            woken = false;
            return !stopped;
        } finally {
            lock.unlock();
        }
    }
}
