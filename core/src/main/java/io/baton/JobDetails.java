package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of a job, as operators see it and as it is serialized to JSON. Not meant to be implemented by applications: more may be added. */
public interface JobDetails {

    /** Returns its identity. */
    @JsonProperty
    JobId id();

    /** Returns the name of its type. */
    @JsonProperty
    String type();

    /** Returns the queue it is in. */
    @JsonProperty
    String queue();

    /** Returns its priority; larger runs first. */
    @JsonProperty
    int priority();

    /** Returns where it stands. */
    @JsonProperty
    JobState state();

    /** Returns how often it was tried so far, a run that is under way included. */
    @JsonProperty
    int attempts();

    /** Returns how often it may fail, where that was set at enqueue. */
    @JsonProperty
    @Nullable
    Integer maxAttempts();

    /** Returns when it was enqueued. */
    @JsonProperty
    Instant enqueuedAt();

    /** Returns when it is or was due. */
    @JsonProperty
    Instant dueAt();

    /** Returns when a worker last claimed it. */
    @JsonProperty
    @Nullable
    Instant claimedAt();

    /** Returns when it completed, was cancelled or died. */
    @JsonProperty
    @Nullable
    Instant endedAt();

    /** Returns the worker that holds it or held it last. */
    @JsonProperty
    @Nullable
    String worker();

    /** Returns what it was labelled with. */
    @JsonProperty
    Map<String, String> labels();

    /** Returns the progress that its handler reported, from 0 to 1. */
    @JsonProperty
    @Nullable
    Double progress();

    /** Returns the note that its handler reported with it. */
    @JsonProperty
    @Nullable
    String progressNote();

    /** Returns its payload as JSON, if the job was found by its id; completed and cancelled jobs keep none. */
    @JsonProperty
    @Nullable
    String payload();

    /** Returns what its handler returned, as JSON, if it was small enough to keep. */
    @JsonProperty
    @Nullable
    String result();

    /** Returns class, message and stack of the last failure. */
    @JsonProperty
    @Nullable
    String error();

    /** Returns its last failed attempts, ten at most and the earliest first, if the job was found by its id. */
    @JsonProperty
    List<FailedAttempt> failedAttempts();
}
