package io.baton.once;

import io.baton.InvalidPayloadException;
import io.baton.Once;
import io.baton.OnceAction;
import io.baton.OnceCall;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.PayloadCodec;
import io.baton.database.OwnTransactions;
import io.baton.database.Purge;
import io.baton.database.Transactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.job.Keys;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.once.Claiming.OnceClaim;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Implements the bean {@link Once}. */
public final class BatonOnce implements Once {

    private final OnceStore store;
    private final Transactions transactions;
    private final CallersTransaction callers;
    private final PayloadCodec codec;
    private final OnceSettings settings;
    private final OutcomeWriter notes;
    private final Claiming claiming;

    public BatonOnce(
            OnceStore store,
            Transactions transactions,
            CallersTransaction callers,
            PayloadCodec codec,
            OnceSettings settings) {
        this.store = store;
        this.transactions = transactions;
        this.callers = callers;
        this.codec = codec;
        this.settings = settings;
        this.notes = new OutcomeWriter(store, transactions);
        this.claiming = new Claiming(store, transactions, notes, Ticker.SYSTEM);
    }

    /** Returns the task that removes expired rows. */
    public SweepTask purge() {
        return new Purge("PurgeOnce", transactions, store::purge, Duration.ofMinutes(10));
    }

    /** Returns the task that repeats failed writes. */
    public OutcomeWriter notes() {
        return notes;
    }

    @Override
    public <X extends Exception> OnceResult perform(String key, Consumer<OnceOptions> options, OnceAction<X> action)
            throws X {
        RequestedOnce requested = RequestedOnce.of(settings, options);
        OnceClaim claimed = claim(key, requested);
        if (claimed.result() != null) {
            return claimed.result();
        }
        this.<Void, X>act(
                key,
                claimed,
                requested,
                token -> {
                    action.perform(token);
                    return null;
                },
                Void.class);
        return OnceResult.PERFORMED;
    }

    @Override
    public <T, X extends Exception> Optional<T> call(
            String key, Class<T> type, Consumer<OnceOptions> options, OnceCall<T, X> call) throws X {
        RequestedOnce requested = RequestedOnce.of(settings, options);
        OnceClaim claimed = claim(key, requested);
        if (claimed.result() != null) {
            return Optional.ofNullable(claimed.outcome()).map(outcome -> codec.read(outcome, type));
        }
        return Optional.ofNullable(act(key, claimed, requested, call, type));
    }

    private OnceClaim claim(String key, RequestedOnce requested) {
        callers.refuseInside("Once");
        return OwnTransactions.named("Once of " + key, () -> claiming.claim(checked(key), requested));
    }

    private <T, X extends Exception> @Nullable T act(
            String key, OnceClaim claimed, RequestedOnce requested, OnceCall<T, X> call, Class<T> type) throws X {
        T value = called(key, claimed, call);
        String outcome = null;
        try {
            outcome = value == null ? null : outcome(key, value, type);
        } finally {
            // the action was performed, even if its outcome cannot be kept
            notes.done(key, claimed.lockId(), outcome, requested.keep);
        }
        return value;
    }

    private <T, X extends Exception> @Nullable T called(String key, OnceClaim claimed, OnceCall<T, X> call) throws X {
        boolean returned = false;
        try {
            T value = call.call(claimed.token().toString());
            returned = true;
            return value;
        } finally {
            if (!returned) {
                notes.free(key, claimed.lockId());
            }
        }
    }

    private <T> String outcome(String key, T value, Class<T> type) {
        String text;
        try {
            text = codec.write(value, type);
        } catch (InvalidPayloadException e) {
            throw new InvalidPayloadException(unkept(key, "cannot be written: " + e.getMessage()), e);
        }
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > settings.maxOutcome()) {
            throw new InvalidPayloadException(unkept(
                    key,
                    "has " + size + " bytes, more than baton.payload.max-size allows (" + settings.maxOutcome()
                            + "). Store it in a table of the application and return its key"));
        }
        return text;
    }

    private static String unkept(String key, String why) {
        return "The call by \"" + key + "\" was made and is not made again, but its outcome cannot be kept: it " + why;
    }

    @Override
    public boolean isDone(String key) {
        String checked = checked(key);
        return transactions.single(() -> store.isDone(checked));
    }

    @Override
    public boolean forget(String key) {
        String checked = checked(key);
        return OwnTransactions.named("Once of " + key, () -> transactions.run(() -> store.forget(checked)));
    }

    private static String checked(String key) {
        return Keys.checked("something that is done once", key);
    }
}
