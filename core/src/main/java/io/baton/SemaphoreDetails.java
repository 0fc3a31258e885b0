package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** A semaphore, as operators and JSON show it. Applications should not implement this interface: methods may be added. */
public interface SemaphoreDetails {

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns how many jobs may hold a permit at once. */
    @JsonProperty
    int capacity();

    /** Returns the jobs that hold permits: of those counted, the first {@value #MOST} by id. They run, will run next, or lack another permit. */
    @JsonProperty
    List<JobId> holders();

    /** Returns the jobs that wait for a permit: of those counted, the first {@value #MOST} by id. */
    @JsonProperty
    List<JobId> waiters();

    /** Returns how many jobs hold a permit, counted up to {@link #MOST_COUNTED}. */
    @JsonProperty
    long held();

    /** Returns how many jobs wait for a permit, counted up to {@link #MOST_COUNTED}. */
    @JsonProperty
    long waiting();

    /** The largest number of jobs in a list. */
    int MOST = 100;

    /** The counts of jobs end at this number, which means that there are at least as many. */
    int MOST_COUNTED = 10_001;
}
