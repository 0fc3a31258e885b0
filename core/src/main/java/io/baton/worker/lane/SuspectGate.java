package io.baton.worker.lane;

import io.baton.job.Fence;
import org.jspecify.annotations.Nullable;

/**
 * Lets one suspect at a time run on this worker, and the next one after the outcome of the last one is written. If the worker dies, the crash counts
 * against one of them only.
 */
public final class SuspectGate {

    private @Nullable Fence inside;
    private volatile Runnable onFree = () -> {};

    public void onFree(Runnable onFree) {
        this.onFree = onFree;
    }

    /** Returns the suspect that runs; null if none does. */
    synchronized @Nullable Fence inside() {
        return inside;
    }

    synchronized boolean isFree() {
        return inside == null;
    }

    /** Lets a suspect in if none is inside; returns whether it may run. It keeps all others out until it has left. */
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

    /** Removes a job without a notification; returns whether it was inside. */
    synchronized boolean leave(Fence job) {
        if (!job.equals(inside)) {
            return false;
        }
        inside = null;
        return true;
    }
}
