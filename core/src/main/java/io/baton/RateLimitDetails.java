package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A limit of how many jobs start in a period, as operators and JSON show it. Applications should not implement this interface: methods may be added.
 */
public interface RateLimitDetails {

    /** The largest number of jobs in a list. */
    int MOST = 100;

    /** Returns its name. */
    @JsonProperty
    String name();

    /** Returns how many jobs may start in a period. */
    @JsonProperty
    Rate rate();

    /** Returns the jobs that wait for a permit: of those counted, the first {@value #MOST} by id. */
    @JsonProperty
    List<JobId> waiters();

    /** Returns how many jobs wait for a permit, counted up to {@link SemaphoreDetails#MOST_COUNTED}. */
    @JsonProperty
    long waiting();
}
