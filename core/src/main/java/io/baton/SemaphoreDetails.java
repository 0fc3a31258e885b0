package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** A semaphore, as operators see it and as it is serialized to JSON. Not meant to be implemented by applications: more may be added. */
public interface SemaphoreDetails {

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns how many may hold a permit at once. */
    @JsonProperty
    int capacity();

    /** Returns the jobs that hold permits, the first {@value #MOST} of the counted ones by id: they run, will next, or lack another permit. */
    @JsonProperty
    List<JobId> holders();

    /** Returns the jobs that wait for a permit, the first {@value #MOST} of the counted ones by id. */
    @JsonProperty
    List<JobId> waiters();

    /** Returns how many jobs hold a permit, counted up to {@link #MOST_COUNTED}. */
    @JsonProperty
    long held();

    /** Returns how many jobs wait for a permit, counted up to {@link #MOST_COUNTED}. */
    @JsonProperty
    long waiting();

    /** How many jobs are listed at most. */
    int MOST = 100;

    /** Counts of jobs end here: this number stands for more. */
    int MOST_COUNTED = 10_001;
}
