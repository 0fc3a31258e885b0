package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJob.JobBody;
import io.baton.job.Fence;
import io.baton.job.JobClaims;
import io.baton.worker.run.ActiveRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads the payloads that are too large for a claim, right before their jobs run. All runs share a part of the heap: a run waits, in the order of the
 * requests, until enough of it is free, and one that needs more than all of it runs beside no other.
 */
public final class LargePayloads {

    private static final int UNIT = 1_024;
    private static final int LONGEST_WAIT_SECONDS = 5;

    private final JobClaims store;
    private final Transactions transactions;
    private final int units;
    private final Semaphore free;

    public LargePayloads(JobClaims store, Transactions transactions, MemoryShares shares) {
        this.store = store;
        this.transactions = transactions;
        this.units = (int) Math.min(Integer.MAX_VALUE, Math.max(1, shares.running() / UNIT));
        this.free = new Semaphore(units, true);
    }

    /** Gives the run the payloads that it lacks, and removes the jobs whose claims were lost. */
    void read(ActiveRun run) throws InterruptedException {
        reserve(run);
        List<Fence> unread = run.jobs().stream()
                .filter(ClaimedJob::isUnread)
                .map(ClaimedJob::fence)
                .toList();
        Map<Fence, JobBody> bodies = transactions.single(() -> store.bodies(unread));
        List<ClaimedJob> held = new ArrayList<>();
        for (ClaimedJob job : run.jobs()) {
            JobBody body = bodies.get(job.fence());
            if (!job.isUnread()) {
                held.add(job);
            } else if (body != null) {
                held.add(job.with(body));
            }
        }
        run.read(held);
    }

    /** Reserves memory until the run is over. A run that waits for long releases its jobs: handlers that hang must not stop all others. */
    private void reserve(ActiveRun run) throws InterruptedException {
        long bytes = run.jobs().stream().mapToLong(ClaimedJob::unreadBytes).sum();
        int wanted = (int) Math.min(units, bytes / UNIT + 1);
        if (!free.tryAcquire(wanted, LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new BatonException(
                    "The payloads that run at the moment leave no memory for " + bytes + " bytes more");
        }
        run.onEnd(() -> free.release(wanted));
    }

    /**
     * Limits the heap that payloads may take, in bytes as they are stored. The limit is a fraction, since each payload exists as text, as an object
     * and in the buffers of the driver for a while.
     *
     * @param running the limit of all large payloads whose jobs run
     * @param oneCall the limit of large payloads in one call of a handler, unless a single one is larger
     * @param waiting the limit of payloads that wait in the lane of one queue
     */
    public record MemoryShares(long running, long oneCall, long waiting) {

        private static final int OF_HEAP = 16;
        private static final int CALLS = 4;

        /** Returns the shares of a heap of this size, for this many lanes. */
        public static MemoryShares of(long heap, int lanes) {
            long share = heap / OF_HEAP;
            return new MemoryShares(share, share / CALLS, share / Math.max(1, lanes));
        }
    }
}
