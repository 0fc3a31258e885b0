package io.baton.worker;

import io.baton.PayloadCodec;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;

/**
 * The handlers of an application, and what it wants to happen around their runs.
 *
 * @param retries decides when a failed job is tried again
 * @param codec writes and reads checkpoints
 * @param transactions of handlers that complete their jobs with what they write
 * @param listener is told of every run
 */
public record HandlerEnvironment(
        HandlerRegistry handlers,
        RetryDecider retries,
        PayloadCodec codec,
        TransactionalExecution transactions,
        RunListener listener) {}
