package io.baton.permit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The result of an admission.
 *
 * @param jobs the number of permits that were given
 * @param queues the queues with jobs that became ready
 * @param further the limits to admit for next, because jobs wait for their permits now, or more permits are free than one admission gives
 * @param busy the limits with free permits for jobs whose rows other transactions have locked, or for jobs that others keep from starting
 * @param otherQueues the limits with free permits that only jobs of other queues wait for
 * @param later the rates that jobs of these queues wait for, with the time until the next permit comes
 */
public record Admitted(
        int jobs,
        Set<String> queues,
        Set<String> further,
        Set<String> busy,
        Set<String> otherQueues,
        Map<String, Duration> later) {}
