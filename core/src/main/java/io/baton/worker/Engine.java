package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.job.FollowUp;
import io.baton.job.JobClaims;
import io.baton.job.JobSettlements;
import io.baton.job.JobSweeps;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the engine stands on, so that a test can put it on something else.
 *
 * @param stores on connections that handlers cannot exhaust
 * @param ofHandlers transactions on the same connections for what is written of jobs that start or run, however many these are: it must not use
 *     up the connections
 * @param pulses on a connection of their own
 * @param executor runs handlers; never queues, and rejects only if it gets no thread
 * @param ticker measures waits
 * @param lockIds fresh ones
 * @param followUps what follows the commits of jobs
 * @param joins whether handlers are to run in the transaction that is bound to their thread, which only a test wants
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

    /** Creates an engine without follow-ups, which does not limit what handlers write. */
    public Engine(Stores stores, Pulses pulses, Executor executor, Ticker ticker, Supplier<UUID> lockIds) {
        this(stores, stores.transactions(), pulses, executor, ticker, lockIds, List.of(), () -> false);
    }

    /** Returns what claims jobs. */
    public JobClaims claims() {
        return stores.jobs().claims();
    }

    /** Returns what writes of jobs that are held. */
    public JobSettlements settlements() {
        return stores.jobs().settlements();
    }

    /** Returns the changes of jobs that no worker claims. */
    public JobSweeps sweeps() {
        return stores.jobs().sweeps();
    }

    /** Returns the workers' rows. */
    public WorkerStore workers() {
        return stores.workers();
    }

    /** Returns short transactions on the stores' connections. */
    public Transactions transactions() {
        return stores.transactions();
    }
}
