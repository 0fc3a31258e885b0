package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.job.FollowUp;
import io.baton.job.JobClaims;
import io.baton.job.JobSettlements;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Holds what the engine depends on: stores, connections, threads and a clock. Tests replace some of them.
 *
 * @param stores use connections that handlers cannot exhaust
 * @param ofHandlers runs the transactions of starting and running jobs on the same connections; a limit keeps them from using all of these
 * @param pulses send heartbeats on a connection of their own
 * @param executor runs handlers; never queues, and rejects only if it gets no thread
 * @param lockIds returns a fresh lock id for each claim
 * @param followUps process what jobs share after their commits
 * @param joins returns whether handlers run in the transaction that is bound to their thread, as only a test wants
 */
public record Engine(
        Stores stores,
        Transactions ofHandlers,
        Pulses pulses,
        Executor executor,
        Ticker ticker,
        Supplier<UUID> lockIds,
        List<FollowUp> followUps,
        BooleanSupplier joins) {

    public JobClaims claims() {
        return stores.jobs().claims();
    }

    public JobSettlements settlements() {
        return stores.jobs().settlements();
    }

    public WorkerStore workers() {
        return stores.workers();
    }

    public Transactions transactions() {
        return stores.transactions();
    }

    /** Counts how often work was done, and how long it took in total. */
    public static final class Timing {

        private final Ticker ticker;
        private final LongAdder count = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        public Timing(Ticker ticker) {
            this.ticker = ticker;
        }

        /** Does the work and measures it; work that fails does not count. */
        public <T> T measure(Supplier<T> work) {
            long start = ticker.nanos();
            T result = work.get();
            nanos.add(ticker.nanos() - start);
            count.increment();
            return result;
        }

        public WorkerReport.Times report() {
            return new WorkerReport.Times(count.sum(), Duration.ofNanos(nanos.sum()));
        }
    }

    /** Runs only as many transactions at once as there are permits, so that jobs leave connections for claims, settlements and heartbeats. */
    public record LimitedTransactions(Transactions transactions, Semaphore permits) implements Transactions {

        private static final long PATIENCE_SECONDS = 5;

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return inTurn(() -> transactions.run(work));
        }

        @Override
        public <T extends @Nullable Object> T single(Supplier<T> work) {
            return inTurn(() -> transactions.single(work));
        }

        private <T extends @Nullable Object> T inTurn(Supplier<T> work) {
            boolean turn = false;
            try {
                turn = permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!turn) {
                throw new TransientDataAccessResourceException(
                        "Too many jobs that start or run are written at once; this one had no turn within "
                                + PATIENCE_SECONDS + " s");
            }
            try {
                return work.get();
            } finally {
                permits.release();
            }
        }
    }
}
