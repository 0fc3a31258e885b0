package io.baton.sample;

import io.baton.JobCount;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows.
 *
 * @param instance the instance that answers
 * @param files the newest files
 * @param counts unfinished and dead jobs by queue and state
 * @param completed how many files were processed
 * @param workers who did how much of that, and has how much in hand
 * @param jobs the newest jobs
 * @param totals the users' totals, by name
 */
record PageState(
        String instance,
        List<File> files,
        List<JobCount> counts,
        long completed,
        List<Worker> workers,
        List<Job> jobs,
        List<Total> totals) {

    /** A file; its error is that of its dead job. */
    record File(
            long id,
            String name,
            String status,
            int rows,
            @Nullable String processedBy,
            Instant receivedAt,
            @Nullable String error) {}

    /** A job. */
    record Job(
            long id,
            String type,
            String queue,
            String state,
            int attempts,
            @Nullable String file,
            @Nullable String worker,
            Instant enqueuedAt,
            @Nullable Instant claimedAt,
            @Nullable Instant endedAt,
            @Nullable String error) {}

    /** A worker that has or had jobs. */
    record Worker(String name, long running, long processed) {}

    /** A user's total. */
    record Total(String user, BigDecimal total) {}
}
