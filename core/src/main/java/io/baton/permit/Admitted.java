package io.baton.permit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What an admission came to.
 *
 * @param jobs how many permits it gave
 * @param queues where jobs are ready now
 * @param further the limits to look at next: jobs wait for a permit of them now, or more may be given than one admission does
 * @param busy the limits that have permits left, while somebody holds the rows of jobs that wait for them
 * @param elsewhere the limits that have permits left, for which only jobs of other queues wait
 * @param later the rates of which jobs of these queues wait for the next permit, and after how long it comes
 */
public record Admitted(
        int jobs,
        Set<String> queues,
        Set<String> further,
        Set<String> busy,
        Set<String> elsewhere,
        Map<String, Duration> later) {}
