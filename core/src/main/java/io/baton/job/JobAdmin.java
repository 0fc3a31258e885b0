package io.baton.job;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and changes jobs for operators and applications, in the caller's transaction, which may belong to the application. */
public interface JobAdmin {

    /** Returns a job, unfinished or in history. */
    Optional<JobDetails> find(long id);

    /** Returns matching jobs without their payloads, newest first. */
    List<JobDetails> search(JobFilter filter, long offset, int limit);

    /** Returns the number of jobs by queue and state, without history. */
    List<JobCount> counts();

    /** Returns whether a matching job is unfinished. */
    boolean anyUnfinished(JobFilter filter);

    /** Returns up to {@code limit} ids of matching jobs outside history, ascending, greater than {@code afterId}. */
    List<Long> ids(JobFilter filter, long afterId, int limit);

    /** Locks, in ascending id, the given jobs whose state and error match the filter under their lock; returns the queue of each locked job. */
    Map<Long, String> lock(List<Long> ids, JobFilter filter);

    /** Cancels waiting jobs, and dead ones if {@code evenDead}, and requests that running jobs stop; returns the number of all. */
    int cancel(List<Long> ids, boolean evenDead);

    /** Cancels waiting and dead jobs and requests that running jobs stop; returns the number of all. */
    default int cancel(List<Long> ids) {
        return cancel(ids, true);
    }

    /** Makes dead jobs ready again and restores all their attempts; returns how many. */
    int revive(List<Long> ids);

    /** Moves waiting jobs to another time; returns how many. */
    int reschedule(List<Long> ids, Due due);

    /** Pauses a queue until this time; if it is null, until a call of {@link #resume}. Replaces an earlier pause. */
    void pause(String queue, @Nullable Due until);

    /** Resumes a queue; returns whether it was paused. */
    boolean resume(String queue);
}
