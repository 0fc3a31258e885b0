package io.baton.once;

import io.baton.job.Fence;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores what was done by which key. Must run within a transaction of the caller. */
public interface OnceStore {

    /** Creates the row of a key unless it exists, and locks it; returns the row. */
    OnceRow lock(String key, Claim claim);

    /** Claims a row that is locked; keeps its token unless there is a new one. */
    void claim(String key, Claim claim, @Nullable UUID newToken);

    /** Returns whether a statement can carry this text: a larger one would not fail, but break the connection. */
    boolean carries(String text);

    /** Marks it as done, unless there is a later claim; returns whether it is marked, now or by an earlier call. */
    boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep);

    /** Releases a claim whose action has failed. */
    void free(String key, UUID lockId);

    /**
     * Ends a claim whose action never began: the row becomes free, or as uncertain as before the claim. Returns false if that must be repeated: the
     * row is locked, perhaps by the commit of this very claim, or is not visible yet.
     */
    boolean abandon(String key, UUID lockId, boolean uncertain);

    /** Returns whether it is done. */
    boolean isDone(String key);

    /** Removes a row unless a claim to it stands; returns whether it did. */
    boolean forget(String key);

    /** Removes up to {@code limit} expired rows; returns how many. */
    int purge(int limit);

    /**
     * A claim to a key.
     *
     * @param job the run of the handler that claims it, with which the claim ends; null if there is none
     * @param lease how long the claim stands without a run, or with one that has lost its job
     * @param keep how long the row is kept if there is no outcome
     */
    record Claim(UUID lockId, UUID token, @Nullable Fence job, Duration lease, Duration keep) {}
}
