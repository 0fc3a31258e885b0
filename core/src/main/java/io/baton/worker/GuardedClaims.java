package io.baton.worker;

import io.baton.BatonException;
import io.baton.loop.Step;
import io.baton.wakeup.WakeupPublisher;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives the claim loop its turns while this worker may claim, and notes how they end. Wake-ups that come meanwhile are passed on. */
final class GuardedClaims implements Step {

    private static final Duration UNTIL_BEATEN = Duration.ofSeconds(1);

    private final ClaimLoop claims;
    private final WorkerIdentity identity;
    private final ClaimFailures failures;
    private final WakeupPublisher publisher;
    private final Runnable onFailure;

    /**
     * Creates the guard of a claim loop.
     *
     * @param onFailure is called after a turn that failed: jobs may be claimed that nobody here knows of
     */
    GuardedClaims(
            ClaimLoop claims,
            WorkerIdentity identity,
            ClaimFailures failures,
            WakeupPublisher publisher,
            Runnable onFailure) {
        this.claims = claims;
        this.identity = identity;
        this.failures = failures;
        this.publisher = publisher;
        this.onFailure = onFailure;
    }

    @Override
    public Duration turn() {
        if (!failures.mayTry()) {
            publisher.passOnAll();
            throw new BatonException("Claims failed for too long, and are tried again after a pause");
        }
        try {
            if (!identity.mayClaim()) {
                failures.untried();
                publisher.passOnAll();
                return UNTIL_BEATEN;
            }
            Duration rest = claims.turn();
            noteStarts(claims.inVain());
            return rest;
        } catch (RuntimeException | Error e) {
            failures.failed(e);
            onFailure.run();
            publisher.passOnAll();
            throw e;
        }
    }

    /** Claims that work are of no use where no thread runs what they bring. */
    private void noteStarts(@Nullable Throwable failure) {
        if (failure == null) {
            failures.worked();
        } else {
            failures.failed(failure);
        }
    }
}
