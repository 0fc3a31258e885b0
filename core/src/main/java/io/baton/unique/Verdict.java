package io.baton.unique;

import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.job.NewJob.Unique;
import io.baton.job.NewJob.Unique.Scope;
import io.baton.job.StateCode.States;
import io.baton.unique.KeyRows.HeldKey;
import org.jspecify.annotations.Nullable;

/** The effect of a key, whose row is locked, on another job with the same key. */
enum Verdict {
    /** No job holds the key any more: the other job takes it. */
    FREE,
    /** The key's job waits and will run instead of the other job. */
    WAITING,
    /** The key's job has started and has not ended. */
    RUNNING,
    /** The time for which the key is held is not over, whatever the state of its job. */
    HELD;

    /**
     * Returns the verdict for the job that holds the key.
     *
     * @param holder the job; null if it does not exist
     */
    static Verdict of(HeldKey key, @Nullable Holder holder) {
        if (key.job() == 0 || (holder != null && holder.isDead())) {
            return FREE;
        }
        if (key.scope() == Scope.FOR_A_TIME) {
            if (key.expired() || (holder != null && holder.state() == JobState.CANCELLED)) {
                return FREE;
            }
            return holder != null && States.WAITING.contains(holder.state()) ? WAITING : HELD;
        }
        if (holder == null || holder.isOver()) {
            return FREE;
        }
        if (holder.state() == JobState.CLAIMED && (key.started() || holder.cancelled())) {
            return key.scope() == Scope.UNTIL_STARTED ? FREE : RUNNING;
        }
        return WAITING;
    }

    /**
     * Returns whether the job that holds the key must be locked before the decision. The caller's snapshot may be old: only the lock shows that the
     * job does not exist or has not started.
     *
     * @param seen the job in the caller's snapshot; null if it is not there
     */
    static boolean needsLock(HeldKey key, Unique requested, @Nullable Holder seen) {
        if (key.job() == 0 || key.isWaiting()) {
            return key.isWaiting();
        }
        if (seen != null && (seen.state() == JobState.CLAIMED || seen.isOver())) {
            return false;
        }
        return key.scope() != Scope.FOR_A_TIME
                || (seen != null && seen.isDead())
                || (!key.expired() && requested.onDuplicate() == OnDuplicate.REPLACE);
    }
}
