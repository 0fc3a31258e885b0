package io.baton.test;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractAssert;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Assertions about the stored jobs. They see the jobs that the test's own transaction has enqueued.
 *
 * @since 0.1.0
 */
public final class JobsAssert extends AbstractAssert<JobsAssert, Jobs> {

    private static final JobState[] WAITING = {JobState.READY, JobState.BLOCKED, JobState.CLAIMED, JobState.WAITING};
    private static final long LONGEST_PAUSE_MILLIS = 100;
    private static final String IN_TRANSACTION =
            "In a transaction this does not wait: no worker sees its jobs. Leave out @Transactional. ";

    JobsAssert(Jobs jobs) {
        super(jobs, JobsAssert.class);
    }

    /** Selects the jobs with such a payload that have not ended; fails if there are none. */
    public EnqueuedJobsAssert enqueued(Class<?> payload) {
        return enqueued(StoredJobs.of(actual).typeOf(payload));
    }

    /** Selects the jobs of this type that have not ended; fails if there are none. */
    public EnqueuedJobsAssert enqueued(String type) {
        return found(type, "enqueued", JobState.SCHEDULED, WAITING);
    }

    /** Checks that no job with such a payload waits or runs. */
    public JobsAssert notEnqueued(Class<?> payload) {
        return notEnqueued(StoredJobs.of(actual).typeOf(payload));
    }

    /** Checks that no job of this type waits or runs. */
    public JobsAssert notEnqueued(String type) {
        return none("job of type " + type, JobFilter.all().type(type));
    }

    /** Checks that no job waits or runs. */
    public JobsAssert nothingEnqueued() {
        return none("job", JobFilter.all());
    }

    private JobsAssert none(String what, JobFilter filter) {
        StoredJobs stored = StoredJobs.of(actual);
        List<JobDetails> there = stored.find(filter.state(JobState.SCHEDULED, WAITING));
        if (!there.isEmpty()) {
            throw failure("Expected no %s to be enqueued, but there are:%s", what, stored.list(there, false));
        }
        return this;
    }

    /** Selects the jobs with such a payload that completed, as long as history is kept; fails if there are none. */
    public EnqueuedJobsAssert completed(Class<?> payload) {
        return completed(StoredJobs.of(actual).typeOf(payload));
    }

    /** Selects the jobs of this type that completed, as long as history is kept; fails if there are none. */
    public EnqueuedJobsAssert completed(String type) {
        return found(type, "completed", JobState.COMPLETED);
    }

    /** Selects the dead jobs with such a payload; fails if there are none. */
    public EnqueuedJobsAssert died(Class<?> payload) {
        return died(StoredJobs.of(actual).typeOf(payload));
    }

    /** Selects the dead jobs of this type; fails if there are none. */
    public EnqueuedJobsAssert died(String type) {
        return found(type, "dead", JobState.DEAD);
    }

    private EnqueuedJobsAssert found(String type, String how, JobState first, JobState... more) {
        StoredJobs stored = StoredJobs.of(actual);
        List<JobDetails> there = stored.find(JobFilter.all().type(type).state(first, more));
        if (there.isEmpty()) {
            throw failure(
                    "Expected a job of type %s to be %s, but there is none. There are:%s",
                    type, how, stored.list(stored.find(JobFilter.all()), false));
        }
        return new EnqueuedJobsAssert(there, stored, how + " jobs of type " + type).describedAs(info.description());
    }

    /**
     * Waits until the worker of the application, which must run, has ended all jobs, and fails after this time or if a job dies. Does not wait
     * in a transaction, whose jobs no worker sees.
     *
     * @param time the maximum duration
     */
    public JobsAssert drainedWithin(Duration time) {
        return drainedWithin(JobFilter.all(), time);
    }

    /**
     * Does the same for the jobs that match.
     *
     * @param filter without states
     */
    public JobsAssert drainedWithin(JobFilter filter, Duration time) {
        StoredJobs stored = StoredJobs.of(actual);
        boolean inTransaction = TransactionSynchronizationManager.isActualTransactionActive();
        long start = System.nanoTime();
        boolean drained = false;
        for (long pause = 1; !drained; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            drained = actual.drained(filter);
            List<JobDetails> dead = stored.find(filter.state(JobState.DEAD));
            if (!dead.isEmpty()) {
                throw failure("Expected the jobs to complete, but some are dead:%s", stored.list(dead, true));
            }
            if (!drained && (inTransaction || System.nanoTime() - start > time.toNanos())) {
                throw failure(
                        "Expected the jobs to end within %s, but some have not. (%sBeside @BatonTest no worker runs: call"
                                + " BatonTestKit.runDue().)%s",
                        time,
                        inTransaction ? IN_TRANSACTION : "",
                        stored.list(stored.find(filter.state(JobState.SCHEDULED, WAITING)), false));
            }
            if (!drained) {
                pause(pause);
            }
        }
        return this;
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The test was interrupted while it waited for jobs", e);
        }
    }
}
