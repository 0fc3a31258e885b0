package io.baton.once;

import io.baton.InvalidPayloadException;
import io.baton.Once;
import io.baton.OnceAction;
import io.baton.OnceBusyException;
import io.baton.OnceCall;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.OnceUncertainException;
import io.baton.PayloadCodec;
import io.baton.database.OwnTransactions;
import io.baton.database.Purge;
import io.baton.database.StorableText;
import io.baton.enqueue.CallersTransaction;
import io.baton.job.CurrentJob;
import io.baton.job.Keys;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.once.OnceStore.Claim;
import io.baton.once.OnceStore.OnceRow;
import io.baton.once.OnceStore.State;
import io.baton.type.PackingCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Implements the bean {@link Once}.
 *
 * @param notes writes outcomes, and is the task that repeats failed writes
 * @param retention how long a row is kept
 * @param maxOutcome the maximum size of an outcome's JSON, in bytes
 */
public record BatonOnce(
        OutcomeWriter notes, CallersTransaction callers, PayloadCodec codec, Duration retention, int maxOutcome)
        implements Once {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_DOUBT = Duration.ofSeconds(5);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    /** Returns the task that removes expired rows. */
    public SweepTask purge() {
        return new Purge("PurgeOnce", notes.transactions, notes.store::purge, Duration.ofMinutes(10));
    }

    @Override
    public <X extends Exception> OnceResult perform(String key, Consumer<OnceOptions> options, OnceAction<X> action)
            throws X {
        RequestedOnce requested = new RequestedOnce(retention, options);
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
        RequestedOnce requested = new RequestedOnce(retention, options);
        PackingCodec.requireKey(codec);
        OnceClaim claimed = claim(key, requested);
        if (claimed.result() != null) {
            return Optional.ofNullable(claimed.outcome()).map(outcome -> codec.read(outcome, type));
        }
        return Optional.ofNullable(act(key, claimed, requested, call, type));
    }

    private OnceClaim claim(String key, RequestedOnce requested) {
        callers.refuseInside("Once");
        return OwnTransactions.named("Once of " + key, () -> claimOrWait(checked(key), requested));
    }

    private OnceClaim claimOrWait(String key, RequestedOnce requested) {
        long start = Ticker.SYSTEM.nanos();
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            Claim claim = new Claim(
                    UUID.randomUUID(), UUID.randomUUID(), CurrentJob.fence(), requested.lease, requested.keep);
            OnceClaim claimed = claimUntilCertain(key, claim, requested);
            if (claimed.result() != OnceResult.SKIPPED_WHILE_RUNNING || requested.skips) {
                return claimed;
            }
            Duration left = requested.longest.minusNanos(Ticker.SYSTEM.nanos() - start);
            if (left.isNegative() || left.isZero()) {
                throw new OnceBusyException("\"" + key + "\" is being done by another caller for longer than "
                        + requested.longest.toMillis() + " ms. Try again later, wait longer, or skip it");
            }
            pause(left.compareTo(pause) < 0 ? left : pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /**
     * A commit without a response may have claimed the key. The claim is then repeated under the same lock id. It waits for the lock of the row,
     * which that commit holds until it has ended. If the database does not respond for too long, the claim ends with its run or its lease.
     */
    private OnceClaim claimUntilCertain(String key, Claim claim, RequestedOnce requested) {
        long start = Ticker.SYSTEM.nanos();
        while (true) {
            try {
                return notes.transactions.run(() -> claimRow(key, claim, requested));
            } catch (OnceUncertainException e) {
                throw e;
            } catch (RuntimeException e) {
                boolean late = Ticker.SYSTEM.nanos() - start >= LONGEST_DOUBT.toNanos();
                if (late || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OnceBusyException("The wait for another caller to do it was interrupted");
        }
    }

    private OnceClaim claimRow(String key, Claim claim, RequestedOnce requested) {
        OnceRow row = notes.store.lock(key, claim);
        boolean own = claim.lockId().equals(row.lockId());
        if (row.state() == State.DONE && own) {
            // the commit that marked the key as done had no response
            return new OnceClaim(OnceResult.SKIPPED_AS_UNCERTAIN, claim.lockId(), row.token(), null);
        }
        if (row.state() == State.DONE && !row.expired()) {
            return new OnceClaim(OnceResult.ALREADY_PERFORMED, claim.lockId(), row.token(), row.outcome());
        }
        if (row.state() == State.CLAIMED && !own) {
            return row.stands()
                    ? new OnceClaim(OnceResult.SKIPPED_WHILE_RUNNING, claim.lockId(), row.token(), null)
                    : uncertain(key, claim, row, requested);
        }
        UUID fresh = row.expired() ? claim.token() : null;
        notes.store.claim(key, claim, fresh);
        return new OnceClaim(null, claim.lockId(), fresh != null ? fresh : row.token(), null);
    }

    private OnceClaim uncertain(String key, Claim claim, OnceRow row, RequestedOnce requested) {
        if (requested.ifUncertain == RequestedOnce.IfUncertain.FAIL) {
            throw new OnceUncertainException("Whether \"" + key
                    + "\" was done is not known: its process died, its handler was given up, the claim of its job was lost, or it took longer"
                    + " than its claim stood, before the end was noted. Find out,"
                    + " and call Once.forget to do it again");
        }
        notes.store.claim(key, claim, null);
        if (requested.ifUncertain == RequestedOnce.IfUncertain.SKIP) {
            notes.store.done(key, claim.lockId(), null, requested.keep);
            return new OnceClaim(OnceResult.SKIPPED_AS_UNCERTAIN, claim.lockId(), row.token(), null);
        }
        return new OnceClaim(null, claim.lockId(), row.token(), null);
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
            throw new InvalidPayloadException(unkept(key) + " cannot be written: " + e.getMessage(), e);
        }
        StorableText.requireFitting(
                unkept(key), text, maxOutcome, ". Store it in a table of the application and return its key");
        return text;
    }

    private static String unkept(String key) {
        return "The call by \"" + key + "\" was made and is not made again, but its outcome cannot be kept: it";
    }

    @Override
    public boolean isDone(String key) {
        String checked = checked(key);
        return notes.transactions.single(() -> notes.store.isDone(checked));
    }

    @Override
    public boolean forget(String key) {
        String checked = checked(key);
        return OwnTransactions.named("Once of " + key, () -> notes.transactions.run(() -> notes.store.forget(checked)));
    }

    private static String checked(String key) {
        return Keys.checked("something that is done once", key);
    }

    /**
     * The result of a claim.
     *
     * @param result the result if the action must not run; null if it must
     * @param token the idempotency key for the action
     * @param outcome the stored outcome, if the action was performed before and has one
     */
    private record OnceClaim(
            @Nullable OnceResult result,
            UUID lockId,
            UUID token,
            @Nullable String outcome) {}

    /** The options of a call of {@code Once}, which the package reads from the fields. */
    private static final class RequestedOnce implements OnceOptions {

        /** What the call does if it is not known whether the action took effect. */
        enum IfUncertain {
            REPEAT,
            SKIP,
            FAIL
        }

        Duration lease = Duration.ofMinutes(1);
        Duration keep;
        Duration longest = Duration.ofSeconds(10);
        boolean skips;
        IfUncertain ifUncertain = IfUncertain.REPEAT;

        RequestedOnce(Duration retention, Consumer<OnceOptions> options) {
            keep = retention;
            options.accept(this);
        }

        @Override
        public OnceOptions keep(Duration retention) {
            keep = positive(retention);
            return this;
        }

        @Override
        public OnceOptions claimFor(Duration time) {
            lease = positive(time);
            return this;
        }

        private static Duration positive(Duration time) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException(
                        "What was done or claimed is kept for a positive time, not for " + time);
            }
            return time;
        }

        @Override
        public OnceOptions waitFor(Duration time) {
            if (time.isNegative()) {
                throw new IllegalArgumentException("The time to wait for cannot be negative: " + time);
            }
            longest = time;
            return this;
        }

        @Override
        public OnceOptions skipWhileRunning() {
            skips = true;
            return this;
        }

        @Override
        public OnceOptions skipIfUncertain() {
            ifUncertain = IfUncertain.SKIP;
            return this;
        }

        @Override
        public OnceOptions failIfUncertain() {
            ifUncertain = IfUncertain.FAIL;
            return this;
        }
    }
}
