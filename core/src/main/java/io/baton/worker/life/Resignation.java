package io.baton.worker.life;

import io.baton.loop.FailureText;
import io.baton.loop.Ticker;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.claim.ClaimFailures;
import io.baton.worker.run.Holdings;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the life of a worker that cannot claim for a reason of its own: one that beats though it cannot go on would keep its jobs from
 * everybody. What has not started is handed back first, and what runs may end and be written for a while; the rest is left to others as by
 * a worker that died, since it may be the reason.
 */
final class Resignation {

    private static final Logger log = LoggerFactory.getLogger(Resignation.class);

    private final WorkerIdentity identity;
    private final ClaimFailures failures;
    private final Holdings holdings;
    private final Ticker ticker;
    private final long patienceNanos;
    private final Runnable handBack;
    private boolean leaving;
    private long sinceNanos;

    /**
     * A resignation that nothing calls for yet.
     *
     * @param patience how long what runs may take to end
     * @param handBack hands back what has not started
     */
    Resignation(
            WorkerIdentity identity,
            ClaimFailures failures,
            Holdings holdings,
            Ticker ticker,
            Duration patience,
            Runnable handBack) {
        this.identity = identity;
        this.failures = failures;
        this.holdings = holdings;
        this.ticker = ticker;
        this.patienceNanos = patience.toNanos();
        this.handBack = handBack;
    }

    /** Whether the worker may say that it lives, which it does not for a while after it gave up. */
    boolean mayBeat() {
        return identity.known() != null || failures.mayTry();
    }

    /** Takes the next step, if one is called for. */
    void turn() {
        Throwable failure = failures.lasting();
        if (failure != null) {
            log.error(
                    "This worker cannot claim jobs for a reason that is not the database's, and gives up what it holds, so that others"
                            + " run it. It tries again under a new identity after a pause: {}",
                    FailureText.of(failure));
            failures.resigned();
            leaving = true;
            sinceNanos = ticker.nanos();
            handBack.run();
        }
        if (leaving && (holdings.count() == 0 || ticker.nanos() - sinceNanos >= patienceNanos)) {
            leaving = false;
            identity.resign();
        }
    }
}
