package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.job.JobStore;
import io.baton.job.Pulses;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the engine stands on, so that a test can put it on something else.
 *
 * @param store jobs, on connections that handlers cannot exhaust
 * @param workers the workers' rows, on the same connections
 * @param transactions short ones on the same connections
 * @param ofHandlers the same for what is written of jobs that start or run, however many these are: it must not use up the connections
 * @param pulses on a connection of their own
 * @param executor runs handlers; never rejects and never queues
 * @param ticker measures waits
 * @param lockIds fresh ones
 */
public record Engine(
        JobStore store,
        WorkerStore workers,
        Transactions transactions,
        Transactions ofHandlers,
        Pulses pulses,
        Executor executor,
        Ticker ticker,
        Supplier<UUID> lockIds) {

    /** What handlers write is not limited. */
    public Engine(
            JobStore store,
            WorkerStore workers,
            Transactions transactions,
            Pulses pulses,
            Executor executor,
            Ticker ticker,
            Supplier<UUID> lockIds) {
        this(store, workers, transactions, transactions, pulses, executor, ticker, lockIds);
    }
}
