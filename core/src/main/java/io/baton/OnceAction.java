package io.baton;

/**
 * What is to be done once.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface OnceAction<X extends Exception> {

    /**
     * Does it.
     *
     * @param idempotencyKey the same in every attempt, for a service that knows what it has done by such a key
     */
    void perform(String idempotencyKey) throws X;
}
