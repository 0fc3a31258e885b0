package io.baton.unique;

import io.baton.JobId;
import io.baton.job.Unique.Scope;

/**
 * What is known of a key whose row is locked.
 *
 * @param job that holds it; zero if none does, negative if it is held for a time by none any more, since the id of its job came again
 * @param started whether that job has, of one that holds the key until it finishes
 * @param expired whether the time is over for which it is held
 * @param isNew whether the caller has just taken it, as it asked
 */
public record HeldKey(long job, Scope scope, boolean started, boolean expired, boolean isNew) {

    /** Returns the id of the job that holds it, or that took it. */
    JobId id() {
        return new JobId(Math.abs(job));
    }

    /** Whether its job waits where no end is told of it but under the lock of its row. */
    boolean isWaiting() {
        return job != 0 && scope != Scope.FOR_A_TIME && !started;
    }
}
