package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of a job, as operators and JSON show it. Applications should not implement this interface: methods may be added. */
public interface JobDetails {

    /** Returns its identity. */
    @JsonProperty
    JobId id();

    /** Returns the name of its type. */
    @JsonProperty
    String type();

    /** Returns its queue. */
    @JsonProperty
    String queue();

    /** Returns its share of the queue; null if it has none. */
    @JsonProperty
    @Nullable
    String share();

    /** Returns its priority; jobs with a larger one run first. */
    @JsonProperty
    int priority();

    /** Returns its state. */
    @JsonProperty
    JobState state();

    /** Returns the number of its attempts so far, including the one that runs. */
    @JsonProperty
    int attempts();

    /** Returns how often it may fail; null if the enqueue did not set it. */
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

    /** Returns its labels. */
    @JsonProperty
    Map<String, String> labels();

    /** Returns the key of the business that {@link JobOptions#key} has set; null if it has none. */
    @JsonProperty
    @Nullable
    String key();

    /** Returns the progress that its handler reported, from 0 to 1. */
    @JsonProperty
    @Nullable
    Double progress();

    /** Returns the note that its handler reported with it. */
    @JsonProperty
    @Nullable
    String progressNote();

    /** Returns its payload as it is stored, if {@link Jobs#find} returned the job; completed and cancelled jobs keep none. */
    @JsonProperty
    @Nullable
    String payload();

    /** Returns the result of its handler as it is stored, for {@link PayloadCodec#read}, if it was small enough to keep. */
    @JsonProperty
    @Nullable
    String result();

    /** Returns class, message and stack of the last failure. */
    @JsonProperty
    @Nullable
    String error();

    /** Returns its last failed attempts, ten at most and the earliest first, if {@link Jobs#find} returned the job. */
    @JsonProperty
    List<FailedAttempt> failedAttempts();
}
