package io.baton;

/**
 * An action that is performed once.
 *
 * @param <X> the exception that it may throw
 */
@FunctionalInterface
public interface OnceAction<X extends Exception> {

    /**
     * Performs the action.
     *
     * @param idempotencyKey the same in every attempt, for a service that knows what it has done by such a key
     */
    void perform(String idempotencyKey) throws X;
}
