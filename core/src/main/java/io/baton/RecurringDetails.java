package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recurring job, as operators see it and as it is serialized to JSON. Not meant to be implemented by applications: more may be added. */
public interface RecurringDetails {

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns the type of its jobs. */
    @JsonProperty
    String type();

    /** Returns when it has its ticks. */
    @JsonProperty
    Recurrence recurrence();

    /** Returns its next ticks, {@value #TICKS} at most; none while it is stopped. */
    @JsonProperty
    List<Instant> nextTicks();

    /** Returns the last tick for which a job was enqueued. */
    @JsonProperty
    @Nullable
    Instant lastTick();

    /** Returns the job that was enqueued for it or, where jobs must not overlap, by a later trigger. */
    @JsonProperty
    @Nullable
    JobId lastJob();

    /** Returns whether it is paused. */
    @JsonProperty
    boolean paused();

    /** Returns whether a {@link Recurring} method declares it; if not, it was added by {@link RecurringJobs}. */
    @JsonProperty
    boolean declared();

    /** Returns the reason why it has no ticks; null while it has. */
    @JsonProperty
    @Nullable
    String stopped();

    /** How many of the next ticks are shown at most. */
    int TICKS = 10;
}
