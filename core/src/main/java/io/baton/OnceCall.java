package io.baton;

import org.jspecify.annotations.Nullable;

/**
 * A call that is made once.
 *
 * @param <T> the type of its value
 * @param <X> the exception that it may throw
 */
@FunctionalInterface
public interface OnceCall<T, X extends Exception> {

    /**
     * Makes the call and returns its value, which is kept for later callers.
     *
     * @param idempotencyKey the same in every attempt, for a service that knows what it has done by such a key
     */
    @Nullable
    T call(String idempotencyKey) throws X;
}
