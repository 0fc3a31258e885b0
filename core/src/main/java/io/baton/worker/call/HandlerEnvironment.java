package io.baton.worker.call;

import io.baton.PayloadCodec;
import io.baton.chunk.JdbcPortionReader;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.job.Memberships;
import io.baton.worker.run.RunListener;

/**
 * Holds the handlers of an application, and the objects that take part in their runs.
 *
 * @param retries decides when a failed job is tried again
 * @param codec writes and reads checkpoints
 * @param transactions run transactional handlers and complete their jobs together
 * @param listener is notified of every run
 * @param observer observes every call
 * @param memberships finds the batch of which a job is an item
 * @param portions reads the rows of chunks in the same transactions
 */
public record HandlerEnvironment(
        HandlerRegistry handlers,
        RetryDecider retries,
        PayloadCodec codec,
        TransactionalExecution transactions,
        RunListener listener,
        CallObserver observer,
        Memberships memberships,
        JdbcPortionReader portions) {}
