package io.baton.once;

import io.baton.OnceBusyException;
import io.baton.OnceResult;
import io.baton.OnceUncertainException;
import io.baton.database.Transactions;
import io.baton.job.CurrentJob;
import io.baton.loop.Ticker;
import io.baton.once.OnceStore.Claim;
import io.baton.once.OnceStore.OnceRow;
import io.baton.once.OnceStore.State;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Claims a key, or finds that its action need not run. */
record Claiming(OnceStore store, Transactions transactions, OutcomeWriter notes, Ticker ticker) {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_DOUBT = Duration.ofSeconds(5);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    OnceClaim claim(String key, RequestedOnce requested) {
        long start = ticker.nanos();
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            Claim claim = new Claim(
                    UUID.randomUUID(), UUID.randomUUID(), CurrentJob.fence(), requested.lease, requested.keep);
            OnceClaim claimed = claimUntilCertain(key, claim, requested);
            if (claimed.result() != OnceResult.SKIPPED_WHILE_RUNNING || requested.skips) {
                return claimed;
            }
            Duration left = requested.longest.minusNanos(ticker.nanos() - start);
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
     * which that commit holds until it has ended. If the database does not respond for too long, the claim is abandoned.
     */
    private OnceClaim claimUntilCertain(String key, Claim claim, RequestedOnce requested) {
        AtomicBoolean uncertain = new AtomicBoolean();
        boolean doubt = false;
        long start = ticker.nanos();
        while (true) {
            try {
                return transactions.run(() -> claim(key, claim, requested, uncertain));
            } catch (OnceUncertainException e) {
                throw e;
            } catch (RuntimeException e) {
                doubt |= !isDefinite(e);
                if (!doubt) {
                    throw e;
                }
                boolean late = ticker.nanos() - start >= LONGEST_DOUBT.toNanos();
                if (late || Thread.currentThread().isInterrupted()) {
                    notes.abandon(key, claim.lockId(), uncertain.get());
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }

    /** Returns whether it is certain that nothing was committed: the transaction did not begin, or the database itself reported the failure. */
    private static boolean isDefinite(RuntimeException failure) {
        return failure instanceof CannotCreateTransactionException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof DataIntegrityViolationException
                || failure instanceof ConcurrencyFailureException;
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OnceBusyException("The wait for another caller to do it was interrupted");
        }
    }

    private OnceClaim claim(String key, Claim claim, RequestedOnce requested, AtomicBoolean uncertain) {
        OnceRow row = store.lock(key, claim);
        boolean own = claim.lockId().equals(row.lockId());
        if (row.state() == State.DONE && own) {
            // the commit that marked the key as done had no response
            return new OnceClaim(OnceResult.SKIPPED_AS_UNCERTAIN, claim.lockId(), row.token(), null);
        }
        if (row.state() == State.DONE && !row.expired()) {
            return new OnceClaim(OnceResult.ALREADY_PERFORMED, claim.lockId(), row.token(), row.outcome());
        }
        Boolean abandoned = row.lockId() == null ? null : notes.abandoned(row.lockId());
        if (row.state() == State.CLAIMED && row.stands() && !own && abandoned == null) {
            return new OnceClaim(OnceResult.SKIPPED_WHILE_RUNNING, claim.lockId(), row.token(), null);
        }
        if (row.state() == State.CLAIMED && !own && !Boolean.FALSE.equals(abandoned)) {
            uncertain.set(true);
            return uncertain(key, claim, row, requested);
        }
        UUID fresh = row.expired() ? claim.token() : null;
        store.claim(key, claim, fresh);
        return acting(claim, fresh != null ? fresh : row.token());
    }

    private OnceClaim uncertain(String key, Claim claim, OnceRow row, RequestedOnce requested) {
        if (requested.ifUncertain == RequestedOnce.IfUncertain.FAIL) {
            throw new OnceUncertainException("Whether \"" + key
                    + "\" was done is not known: its process died, its handler was given up, the claim of its job was lost, or it took longer"
                    + " than its claim stood, before the end was noted. Find out,"
                    + " and call Once.forget to do it again");
        }
        store.claim(key, claim, null);
        if (requested.ifUncertain == RequestedOnce.IfUncertain.SKIP) {
            store.done(key, claim.lockId(), null, requested.keep);
            return new OnceClaim(OnceResult.SKIPPED_AS_UNCERTAIN, claim.lockId(), row.token(), null);
        }
        return acting(claim, row.token());
    }

    private static OnceClaim acting(Claim claim, UUID token) {
        return new OnceClaim(null, claim.lockId(), token, null);
    }

    /**
     * The result of a claim.
     *
     * @param result the result if the action must not run; null if it must
     * @param lockId the lock id of the claim
     * @param token the idempotency key for the action
     * @param outcome the stored outcome, if the action was performed before and has one
     */
    record OnceClaim(
            @Nullable OnceResult result,
            UUID lockId,
            UUID token,
            @Nullable String outcome) {}
}
