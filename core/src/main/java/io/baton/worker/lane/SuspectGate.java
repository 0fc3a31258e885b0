package io.baton.worker.lane;

import io.baton.job.Fence;
import org.jspecify.annotations.Nullable;

/**
 * Lets one suspect at a time run on this worker, and the next one once the outcome of the last one is written: if the worker dies, the
 * crash is counted against one of them only.
 */
public final class SuspectGate {

    private @Nullable Fence inside;
    private volatile Runnable onFree = () -> {};

    /** Calls this when another may enter. */
    public void onFree(Runnable onFree) {
        this.onFree = onFree;
    }

    /** Returns the one that runs; null if none does. */
    synchronized @Nullable Fence inside() {
        return inside;
    }

    synchronized boolean isFree() {
        return inside == null;
    }

    /** Whether this one may run; it keeps all others out then, until it has left. */
    synchronized boolean enter(Fence suspect) {
        if (inside != null) {
            return false;
        }
        inside = suspect;
        return true;
    }

    /** Removes a job that this worker no longer holds. */
    public void left(Fence job) {
        if (leave(job)) {
            onFree.run();
        }
    }

    /** The same without a notification. Returns whether the job was inside. */
    synchronized boolean leave(Fence job) {
        if (!job.equals(inside)) {
            return false;
        }
        inside = null;
        return true;
    }
}
