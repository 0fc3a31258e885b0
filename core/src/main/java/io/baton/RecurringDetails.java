package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recurring job, as operators and JSON show it. Applications should not implement this interface: methods may be added. */
public interface RecurringDetails {

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns the type of its jobs. */
    @JsonProperty
    String type();

    /** Returns its recurrence, which determines its ticks. */
    @JsonProperty
    Recurrence recurrence();

    /** Returns its next {@value #TICKS} ticks at most; none while it is stopped. */
    @JsonProperty
    List<Instant> nextTicks();

    /** Returns the last tick for which a job was enqueued. */
    @JsonProperty
    @Nullable
    Instant lastTick();

    /** Returns the job that was enqueued for the last tick or, if jobs must not overlap, by a later trigger. */
    @JsonProperty
    @Nullable
    JobId lastJob();

    /** Returns whether it is paused. */
    @JsonProperty
    boolean paused();

    /** Returns whether a {@link Recurring} method declares it; if not, it was added by {@link RecurringJobs}. */
    @JsonProperty
    boolean declared();

    /** Returns why it has no ticks; null while it has ticks. */
    @JsonProperty
    @Nullable
    String stopped();

    /** The largest number of next ticks. */
    int TICKS = 10;
}
