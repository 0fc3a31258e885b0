package io.baton;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Performs an action once for each key, however many callers try it: a mail for each user of a push, a payment for each order.
 *
 * <p>{@link #perform} and {@link #call} store the claim of a key, perform the action outside of transactions and locks, and store a record of it.
 * Other callers wait meanwhile; later callers get the result. If the process dies before the record is stored, or the handler is given up after its
 * timeout, it is uncertain whether the action took effect. Then the action is repeated with the same idempotency key, unless the caller sets another
 * option, which it should if the called service does not support such keys.
 *
 * <p>Both throw an {@link OnceBusyException} if another caller takes too long, an {@link OnceUncertainException} if it is not known whether the action
 * took effect and {@link OnceOptions#failIfUncertain} is set, an {@link UnusableTransactionException} in a transaction, which would stay open
 * meanwhile, and a {@link BatonException} unless the key has 1 to 200 characters without control characters.
 */
public interface Once {

    /**
     * Performs an action unless one was performed with this key before.
     *
     * @throws X if the action throws it: it counts as not performed, and the next attempt receives the same idempotency key
     */
    default <X extends Exception> OnceResult perform(String key, OnceAction<X> action) throws X {
        return perform(key, options -> {}, action);
    }

    /** Does the same with options. */
    <X extends Exception> OnceResult perform(String key, Consumer<OnceOptions> options, OnceAction<X> action) throws X;

    /**
     * Makes a call unless one was made with this key before, and returns its value, which is kept as JSON; empty if the value is null, or if {@link
     * #perform} used this key. If the value cannot be kept, the call counts as made, and later callers get no value.
     *
     * @param type the type of the value: {@code List.class} does not determine the type of the elements, unlike an array or a record
     * @throws InvalidPayloadException if the value cannot be kept or read
     * @throws X if the call throws it: it counts as not made, and the next attempt receives the same idempotency key
     */
    default <T, X extends Exception> Optional<T> call(String key, Class<T> type, OnceCall<T, X> call) throws X {
        return call(key, type, options -> {}, call);
    }

    /** Does the same with options; also returns empty if the call was skipped. */
    <T, X extends Exception> Optional<T> call(
            String key, Class<T> type, Consumer<OnceOptions> options, OnceCall<T, X> call) throws X;

    /** Returns whether an action was performed or a call made with this key. */
    boolean isDone(String key);

    /**
     * Deletes the record of this key, so that its action can be performed again, with another idempotency key; returns whether there was a record.
     * While another caller performs the action, nothing is deleted.
     */
    boolean forget(String key);
}
