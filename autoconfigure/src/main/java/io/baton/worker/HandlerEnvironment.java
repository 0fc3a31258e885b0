package io.baton.worker;

import io.baton.PayloadCodec;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.job.Memberships;

/**
 * The handlers of an application, and what it wants to happen around their runs.
 *
 * @param retries decides when a failed job is tried again
 * @param codec writes and reads checkpoints
 * @param transactions of handlers that complete their jobs with what they write
 * @param listener is told of every run
 * @param memberships tells of which batch a job is an item
 */
public record HandlerEnvironment(
        HandlerRegistry handlers,
        RetryDecider retries,
        PayloadCodec codec,
        TransactionalExecution transactions,
        RunListener listener,
        Memberships memberships) {

    /** Creates the environment of handlers whose jobs are items of no batch. */
    public HandlerEnvironment(
            HandlerRegistry handlers,
            RetryDecider retries,
            PayloadCodec codec,
            TransactionalExecution transactions,
            RunListener listener) {
        this(handlers, retries, codec, transactions, listener, Memberships.NONE);
    }
}
