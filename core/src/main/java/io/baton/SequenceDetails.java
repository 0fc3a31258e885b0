package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sequence, as operators and JSON show it. Applications should not implement this interface: methods may be added. */
public interface SequenceDetails {

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns the job whose turn it is; null if a job is about to get its turn. */
    @JsonProperty
    @Nullable
    JobId head();

    /** Returns the state of that job; null if there is none. */
    @JsonProperty
    @Nullable
    JobState headState();

    /** Returns the last error of that job; null if it has none. */
    @JsonProperty
    @Nullable
    String error();

    /** Returns the time since which the sequence is blocked by the death of that job; null if it is not. */
    @JsonProperty
    @Nullable
    Instant blockedSince();

    /** Returns the jobs that wait for their turn: of those counted, the first {@value #MOST}. */
    @JsonProperty
    List<JobId> waiters();

    /** Returns how many jobs wait for their turn, counted up to {@link #MOST_COUNTED}. */
    @JsonProperty
    long waiting();

    /** Returns the time at which the first of these jobs was enqueued; null if none waits. */
    @JsonProperty
    @Nullable
    Instant oldest();

    /** The largest number of jobs in a list. */
    int MOST = 100;

    /** The counts of jobs end at this number, which means that there are at least as many. */
    int MOST_COUNTED = 10_001;
}
