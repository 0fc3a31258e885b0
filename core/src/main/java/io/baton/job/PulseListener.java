package io.baton.job;

/** Receives the result of each heartbeat of this node's worker, on the heartbeat thread, which it must not block. */
public interface PulseListener {

    /** Receives the result of a heartbeat. */
    void received(Pulse pulse);

    /** Is called after a failed heartbeat: results before and after it must not be compared. */
    void missed();
}
