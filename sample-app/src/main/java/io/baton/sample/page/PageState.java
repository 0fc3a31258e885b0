package io.baton.sample.page;

import io.baton.JobCount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that both pages show.
 *
 * @param instance the instance that responds
 * @param time by its clock, from which the page computes how long ago something was
 * @param counts unfinished and dead jobs by queue and state
 * @param running the jobs that workers hold
 * @param jobs the newest jobs
 * @param permits the permits in use, by limit
 */
record PageState(
        String instance,
        Instant time,
        List<JobCount> counts,
        List<Job> running,
        List<Job> jobs,
        List<Permits> permits) {

    /** A job. */
    record Job(
            long id,
            String type,
            String queue,
            String state,
            int attempts,
            Map<String, String> labels,
            @Nullable String worker,
            Instant enqueuedAt,
            @Nullable Instant claimedAt,
            @Nullable Instant endedAt,
            List<String> errors) {}

    /** The permits of one name. */
    record Permits(String name, int capacity, long held, long waiting) {}
}
