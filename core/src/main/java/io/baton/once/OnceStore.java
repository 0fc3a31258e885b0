package io.baton.once;

import io.baton.job.Fence;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps what was done by which key. Must run within a transaction of the caller. */
public interface OnceStore {

    /** Makes the row of a key unless it is there, and locks it; returns what is there. */
    OnceRow lock(String key, Claim claim);

    /** Claims a row that is locked; the token stays unless it is a new one. */
    void claim(String key, Claim claim, @Nullable UUID newToken);

    /** Whether a statement can carry this text: one that cannot is no write that fails, but a connection that is lost. */
    boolean carries(String text);

    /** Notes that it is done, unless another claim was made since; returns whether it is noted, now or by an earlier call. */
    boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep);

    /** Lets a claim go whose action has failed. */
    void free(String key, UUID lockId);

    /**
     * Ends a claim whose action never began: the row is free, or as uncertain as before the claim. Returns false if that is to be tried again: the
     * row is locked, perhaps by the commit of this very claim, or is not there yet.
     */
    boolean abandon(String key, UUID lockId, boolean uncertain);

    /** Returns whether it is done. */
    boolean isDone(String key);

    /** Removes a row unless a claim to it stands; returns whether it did. */
    boolean forget(String key);

    /** Removes up to so many rows that were kept long enough; returns how many. */
    int purge(int limit);

    /**
     * Who claims a key.
     *
     * @param job in whose handler it is claimed; the claim ends with this run of it. Null if in none
     * @param lease for how long, if in none, or in one whose job is not held any more
     * @param keep how long a row is kept of which nothing becomes
     */
    record Claim(UUID lockId, UUID token, @Nullable Fence job, Duration lease, Duration keep) {}
}
