package io.baton.unique;

import io.baton.JobId;
import io.baton.job.NewJob.Unique.Scope;

/**
 * A key whose row is locked.
 *
 * @param job that holds it; 0 if none does; negative if the key is still held for a time, but another job has the id of its job
 * @param started whether its job has started, for a key that is held until the job finishes
 * @param expired whether the time for which it is held is over
 * @param isNew whether the caller has just taken it
 */
public record HeldKey(long job, Scope scope, boolean started, boolean expired, boolean isNew) {

    /** Returns the id of the job that holds it or took it. */
    JobId id() {
        return new JobId(Math.abs(job));
    }

    /** Returns whether its job waits, so that only the lock of its row shows that it ended. */
    boolean isWaiting() {
        return job != 0 && scope != Scope.FOR_A_TIME && !started;
    }
}
