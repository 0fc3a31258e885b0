package io.baton.worker.claim;

import io.baton.BatonException;
import io.baton.loop.Step;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.lane.RunnerThreads;
import java.time.Duration;

/** Gives the claim loop its turns while this worker may claim, and notes how they end. Wake-ups that come meanwhile are passed on. */
public final class GuardedClaims implements Step {

    private static final Duration UNTIL_BEATEN = Duration.ofSeconds(1);

    private final ClaimLoop claims;
    private final WorkerIdentity identity;
    private final RunnerThreads threads;
    private final ClaimFailures failures;
    private final WakeupPublisher publisher;
    private final Runnable onFailure;

    /**
     * Creates the guard of a claim loop.
     *
     * @param onFailure is called after a turn that failed: jobs may be claimed that nobody here knows of
     */
    public GuardedClaims(
            ClaimLoop claims,
            WorkerIdentity identity,
            RunnerThreads threads,
            ClaimFailures failures,
            WakeupPublisher publisher,
            Runnable onFailure) {
        this.claims = claims;
        this.identity = identity;
        this.threads = threads;
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
            Duration pause = identity.mayClaim() ? threads.pauseLeft() : UNTIL_BEATEN;
            if (!pause.isZero()) {
                failures.untried();
                publisher.passOnAll();
                return pause;
            }
            Duration rest = claims.turn();
            failures.worked();
            return rest;
        } catch (RuntimeException | Error e) {
            failures.failed(e);
            onFailure.run();
            publisher.passOnAll();
            throw e;
        }
    }
}
