package io.baton.job;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What operators and applications ask and do. Runs in whatever transaction its caller opened, which may be the application's. */
public interface JobAdmin {

    /** One job, unfinished or in history. */
    Optional<JobDetails> find(long id);

    /** Returns the jobs that match without their payloads, newest first. */
    List<JobDetails> search(JobFilter filter, long offset, int limit);

    /** How many there are, by queue and state; history is not counted. */
    List<JobCount> counts();

    /** Whether an unfinished job exists that matches. */
    boolean anyUnfinished(JobFilter filter);

    /** Up to {@code limit} ids beyond {@code afterId}, ascending, of jobs outside history that match. */
    List<Long> ids(JobFilter filter, long afterId, int limit);

    /**
     * Cancels waiting jobs and asks running ones to stop; returns how many it reached.
     *
     * @param evenDead whether dead ones are cancelled too
     */
    int cancel(List<Long> ids, boolean evenDead);

    /** Cancels waiting and dead jobs and asks running ones to stop; returns how many it reached. */
    default int cancel(List<Long> ids) {
        return cancel(ids, true);
    }

    /** Makes dead jobs ready again, with all their attempts; returns how many. */
    int revive(List<Long> ids);

    /** Moves waiting jobs to another time; returns how many. */
    int reschedule(List<Long> ids, Due due);

    /** Lets no job of this queue start until then, or without a time until the queue is resumed; whatever was said before. */
    void pause(String queue, @Nullable Due until);

    /** Lets jobs of this queue start again. Returns whether it was paused. */
    boolean resume(String queue);
}
