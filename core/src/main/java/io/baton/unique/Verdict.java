package io.baton.unique;

import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.job.Unique;
import io.baton.job.Unique.Scope;
import org.jspecify.annotations.Nullable;

/** What a key, whose row is locked, makes of another job that asks for it. */
enum Verdict {
    /** Nobody holds it any more: the other job takes it. */
    FREE,
    /** Its job waits, and stands for the other. */
    WAITING,
    /** Its job has started, and is not over. */
    RUNNING,
    /** The time is not over for which it is held, whatever has become of its job. */
    HELD;

    /**
     * Decides by the job that holds the key.
     *
     * @param holder null if there is no such job
     */
    static Verdict of(HeldKey key, @Nullable Holder holder) {
        if (key.job() == 0 || (holder != null && holder.isDead())) {
            return FREE;
        }
        if (key.scope() == Scope.FOR_A_TIME) {
            return withinTime(key, holder);
        }
        if (holder == null || holder.isOver()) {
            return FREE;
        }
        if (holder.isClaimed() && (key.started() || holder.cancelled())) {
            return key.scope() == Scope.UNTIL_STARTED ? FREE : RUNNING;
        }
        return WAITING;
    }

    private static Verdict withinTime(HeldKey key, @Nullable Holder holder) {
        if (key.expired() || (holder != null && holder.state() == JobState.CANCELLED)) {
            return FREE;
        }
        return holder != null && holder.isWaiting() ? WAITING : HELD;
    }

    /**
     * Whether the job that holds the key has to be locked before anything is decided by it. The caller may see it as it was long ago: that it is no more,
     * or has not started, is told by its lock alone.
     *
     * @param seen the job as the caller sees it
     */
    static boolean needsLock(HeldKey key, Unique asked, @Nullable Holder seen) {
        if (key.job() == 0 || key.isWaiting()) {
            return key.isWaiting();
        }
        if (seen != null && (seen.isClaimed() || seen.isOver())) {
            return false;
        }
        return key.scope() != Scope.FOR_A_TIME
                || (seen != null && seen.isDead())
                || (!key.expired() && asked.onDuplicate() == OnDuplicate.REPLACE);
    }
}
