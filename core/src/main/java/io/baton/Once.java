package io.baton;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Performs an action once for each key, however many callers try and however often: a mail for each user of a push, a payment for each order.
 *
 * <p>{@link #perform} and {@link #call} store the claim of a key, act outside of any transaction and lock, and store that it is done. Meanwhile
 * other callers wait; later callers get the result. If a process dies between the action and its record, or a handler is given up meanwhile, it is
 * uncertain whether the action took effect: then it is performed again with the same idempotency key, unless the caller decides otherwise, as it
 * should where the called service does not support such keys.
 */
public interface Once {

    /**
     * Performs an action unless it was performed by this key before.
     *
     * @throws OnceBusyException if another caller performs it for too long
     * @throws OnceUncertainException if it is not known whether it was performed, and the caller wants to know
     * @throws UnusableTransactionException if it is called in a transaction, which would stay open meanwhile
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     * @throws X if the action does: it counts as not performed, and the next attempt receives the same idempotency key
     */
    default <X extends Exception> OnceResult perform(String key, OnceAction<X> action) throws X {
        return perform(key, options -> {}, action);
    }

    /** The same with options. */
    <X extends Exception> OnceResult perform(String key, Consumer<OnceOptions> options, OnceAction<X> action) throws X;

    /**
     * Returns what a call returns, or what it returned when it was called by this key before, which is kept as JSON; empty if that is null, or if
     * something was performed by this key. A call whose value cannot be kept was made all the same: later callers get nothing.
     *
     * @param type what is read from the JSON: of a {@code List.class} the elements are not, an array's or a record's are
     * @throws OnceBusyException if another caller calls it for too long
     * @throws OnceUncertainException if it is not known whether it was called, and the caller wants to know
     * @throws InvalidPayloadException if the value cannot be kept or read
     * @throws UnusableTransactionException if it is called in a transaction, which would stay open meanwhile
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     * @throws X if the call does: it counts as not made, and the next attempt receives the same idempotency key
     */
    default <T, X extends Exception> Optional<T> call(String key, Class<T> type, OnceCall<T, X> call) throws X {
        return call(key, type, options -> {}, call);
    }

    /** The same with options; empty as well if it was skipped. */
    <T, X extends Exception> Optional<T> call(
            String key, Class<T> type, Consumer<OnceOptions> options, OnceCall<T, X> call) throws X;

    /** Returns whether something was performed or called by this key. */
    boolean isDone(String key);

    /**
     * Forgets what is known of this key, so that it can be done again, with another idempotency key; returns whether anything was. While another
     * caller performs it, nothing is forgotten.
     */
    boolean forget(String key);

    /**
     * Locks the row of an entity, reads it again, and changes it if it meets a condition: in the caller's transaction, or in one of its own. What the
     * change does besides must be undone with the transaction or be idempotent, and short. What the condition changes is written as well. Whatever is
     * thrown here in the caller's transaction rolls that back, also if the caller catches it.
     *
     * @return whether it met the condition
     * @throws RowLockedException if another transaction holds the row for longer than five seconds
     * @throws UnusableTransactionException if the caller's transaction is read-only
     * @throws BatonException if there is no such entity, or no JPA on Baton's data source
     */
    <E> boolean underLock(Class<E> entity, Object id, Predicate<? super E> condition, Consumer<? super E> change);
}
