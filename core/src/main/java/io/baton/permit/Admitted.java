package io.baton.permit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The result of an admission.
 *
 * @param jobs the number of permits that were given
 * @param queues the queues with jobs that became ready
 * @param further the limits to admit for next: jobs wait for their permits now, or more can be given than one admission does
 * @param busy the limits that have permits left, while other transactions have locked the rows of jobs that wait for them
 * @param otherQueues the limits that have permits left, for which only jobs of other queues wait
 * @param later the rates of which jobs of these queues wait for the next permit, and the time until it comes
 */
public record Admitted(
        int jobs,
        Set<String> queues,
        Set<String> further,
        Set<String> busy,
        Set<String> otherQueues,
        Map<String, Duration> later) {}
