package io.baton;

import org.jspecify.annotations.Nullable;

/**
 * What is to be called once.
 *
 * @param <T> what it returns
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface OnceCall<T, X extends Exception> {

    /**
     * Returns what is kept for later callers.
     *
     * @param idempotencyKey the same in every attempt, for a service that knows what it has done by such a key
     */
    @Nullable
    T call(String idempotencyKey) throws X;
}
