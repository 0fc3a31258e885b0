package io.baton.admin;

import io.baton.BatonException;
import io.baton.JobFilter;
import io.baton.enqueue.CallersTransaction;
import io.baton.job.JobAdmin;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Checks whether no unfinished job is left, and waits for it. */
record DrainWatch(JobAdmin store, CallersTransaction transaction) {

    private static final Duration LONGEST_WAIT = Duration.ofDays(365 * 100);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    boolean isDrained(JobFilter filter) {
        return transaction.read(() -> !store.anyUnfinished(filter));
    }

    boolean await(JobFilter filter, Duration timeout) {
        transaction.refuseInside("Jobs.awaitDrained");
        long deadline = System.nanoTime() + nanos(timeout);
        long pause = FIRST_PAUSE;
        while (!isDrained(filter)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            pauseFor(Math.min(pause, left));
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
        return true;
    }

    private void pauseFor(long nanos) {
        LockSupport.parkNanos(this, nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new BatonException("The thread was interrupted while it waited for jobs to end");
        }
    }

    private static long nanos(Duration timeout) {
        return (timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout).toNanos();
    }
}
