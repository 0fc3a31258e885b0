package io.baton;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A step of a job. Applications should not implement this interface: methods may be added. */
public interface StepDetails {

    String name();

    Kind kind();

    State state();

    /** Returns the attempt of the job in which it began. */
    int attempt();

    Instant beganAt();

    /** Returns when it ended; null if it has not. */
    @Nullable
    Instant endedAt();

    /** Returns when its wait ends; null if it does not wait. */
    @Nullable
    Instant waitsUntil();

    /** Returns its result as the payload codec wrote it, or why it could not be kept; null if there is none. */
    @Nullable
    String result();

    /** What a step does. */
    enum Kind {
        CALL,
        TRANSACTION,
        SLEEP,
        AWAIT,
        /** A decision of {@link JobContext#since}. */
        DECISION
    }

    /** How far a step is. */
    enum State {
        /** It was recorded before it began, and its end is not recorded. */
        BEGUN,
        DONE,
        WAITING,
        /** No signal came in time. */
        TIMED_OUT,
        /** It was done, but its result could not be kept. */
        UNREADABLE,
        /** It was done, or begun, and then undone. */
        UNDONE
    }
}
