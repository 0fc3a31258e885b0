package io.baton.once;

import io.baton.OnceBusyException;
import io.baton.OnceResult;
import io.baton.OnceUncertainException;
import io.baton.database.Transactions;
import io.baton.job.CurrentJob;
import io.baton.loop.Ticker;
import io.baton.once.OnceRow.State;
import io.baton.once.OnceStore.Claim;
import java.time.Duration;
import java.util.UUID;

/** Gets the claim to a key, or learns that nothing is left to do. */
record Claiming(OnceStore store, Transactions transactions, OnceSettings settings, Ticker ticker) {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    Claimed claim(String key, RequestedOnce requested) {
        long start = ticker.nanos();
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            Claim claim = new Claim(
                    UUID.randomUUID(), UUID.randomUUID(), CurrentJob.fence(), settings.lease(), requested.keep());
            Claimed claimed = transactions.run(() -> claim(key, claim, requested));
            if (claimed.result() != OnceResult.SKIPPED_WHILE_RUNNING || requested.skips()) {
                return claimed;
            }
            Duration left = requested.longest().minusNanos(ticker.nanos() - start);
            if (left.isNegative() || left.isZero()) {
                throw new OnceBusyException("\"" + key + "\" is being done by somebody else for longer than "
                        + requested.longest().toMillis() + " ms. Try again later, wait longer, or skip it");
            }
            pause(left.compareTo(pause) < 0 ? left : pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OnceBusyException("The wait for somebody else to do it was interrupted");
        }
    }

    private Claimed claim(String key, Claim claim, RequestedOnce requested) {
        OnceRow row = store.lock(key, claim);
        if (row.state() == State.DONE && !row.expired()) {
            return new Claimed(OnceResult.ALREADY_PERFORMED, claim.lockId(), row.token(), row.outcome());
        }
        if (row.state() == State.CLAIMED && row.alive()) {
            return new Claimed(OnceResult.SKIPPED_WHILE_RUNNING, claim.lockId(), row.token(), null);
        }
        if (row.state() == State.CLAIMED) {
            return uncertain(key, claim, row, requested);
        }
        UUID fresh = row.expired() ? claim.token() : null;
        store.claim(key, claim, fresh);
        return acting(claim, fresh != null ? fresh : row.token());
    }

    private Claimed uncertain(String key, Claim claim, OnceRow row, RequestedOnce requested) {
        if (requested.ifUncertain() == RequestedOnce.IfUncertain.FAIL) {
            throw new OnceUncertainException("Whether \"" + key
                    + "\" was done is not known: a process died, or took longer than its claim stood, before it noted the end. Find out,"
                    + " and say Once.forget to do it again");
        }
        store.claim(key, claim, null);
        if (requested.ifUncertain() == RequestedOnce.IfUncertain.SKIP) {
            store.done(key, claim.lockId(), null, requested.keep());
            return new Claimed(OnceResult.SKIPPED_AS_UNCERTAIN, claim.lockId(), row.token(), null);
        }
        return acting(claim, row.token());
    }

    private static Claimed acting(Claim claim, UUID token) {
        return new Claimed(null, claim.lockId(), token, null);
    }
}
