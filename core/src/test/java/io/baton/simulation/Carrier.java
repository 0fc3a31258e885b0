package io.baton.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread for what must be able to stop in its middle, such as a handler. It runs only while the driver's thread waits for it, so that
 * one of them runs at any moment and which one is no accident.
 */
final class Carrier extends Thread {

    private static final long STUCK_NANOS = Duration.ofMinutes(2).toNanos();

    private volatile boolean turn;
    private volatile @Nullable Thread driver;
    private volatile @Nullable Coroutine coroutine;
    private volatile boolean over;

    private Carrier() {
        super("baton-simulated");
        setDaemon(true);
    }

    /** Carriers that have nothing to carry, for one driver. */
    static final class Pool implements AutoCloseable {

        private final Deque<Carrier> idle = new ArrayDeque<>();

        Carrier take(Coroutine coroutine) {
            Carrier carrier = idle.pollFirst();
            if (carrier == null) {
                carrier = new Carrier();
                carrier.start();
            }
            carrier.coroutine = coroutine;
            return carrier;
        }

        void giveBack(Carrier carrier) {
            carrier.coroutine = null;
            idle.addFirst(carrier);
        }

        @Override
        public void close() {
            idle.forEach(carrier -> {
                carrier.over = true;
                LockSupport.unpark(carrier);
            });
            idle.clear();
        }
    }

    /** The coroutine that runs on the current thread. */
    static @Nullable Coroutine carried() {
        return Thread.currentThread() instanceof Carrier carrier ? carrier.coroutine : null;
    }

    /** Lets the carrier run until it stops again. Called by the driver. */
    void go() {
        driver = Thread.currentThread();
        turn = true;
        LockSupport.unpark(this);
        long start = System.nanoTime();
        while (turn) {
            LockSupport.parkNanos(STUCK_NANOS);
            if (turn && System.nanoTime() - start > STUCK_NANOS) {
                throw new IllegalStateException("Nothing moves: " + Arrays.toString(getStackTrace()));
            }
        }
    }

    /** Lets the driver run until it calls {@link #go} again. Called on this thread. */
    void stop(boolean ended) {
        turn = false;
        LockSupport.unpark(driver);
        if (!ended) {
            awaitTurn();
        }
    }

    private boolean awaitTurn() {
        while (!turn && !over) {
            LockSupport.park(this);
        }
        return !over;
    }

    @Override
    public void run() {
        while (awaitTurn()) {
            Coroutine carried = coroutine;
            if (carried != null) {
                Thread.interrupted();
                carried.carry();
            }
            stop(true);
        }
    }

    /** An interrupt from outside arrives when the coroutine goes on, which it then does soon. */
    @Override
    public void interrupt() {
        Coroutine carried = coroutine;
        if (Thread.currentThread() == this || carried == null) {
            super.interrupt();
        } else {
            carried.interruptedFromOutside();
        }
    }
}
