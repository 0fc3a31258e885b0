package io.baton.job;

import io.baton.job.ClaimedJob.JobBody;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims jobs for a worker, and reads what it needs to know of those that it holds. Each method runs in a transaction that its caller opened. */
public interface JobClaims {

    /** Claims up to {@code limit} ready jobs of a queue, in order of priority and then of due time. */
    Claimed claim(Claim claim);

    /** Returns the jobs that are claimed under a lock id: the result of a claim whose commit is uncertain. */
    List<ClaimedJob> claimedUnder(Claim claim);

    /** Returns payload and checkpoint of those of these jobs whose claim stands. */
    Map<Fence, JobBody> bodies(Collection<Fence> fences);

    /** Returns the names of the permits that each of these jobs holds. */
    Map<Long, Set<String>> permits(Collection<Long> jobs);

    /**
     * Returns whether the server that responds has this claim, or the end of its job, and locks no row. After a failover it may be behind the one that
     * committed the claim; if it is not, it has all that was committed before.
     */
    boolean sees(Fence claim);

    /** Returns the labels of an unfinished job; empty if there is no such job. */
    Map<String, String> labels(long id);

    /** Returns whether this node has every capability that keeps rows about a job with these ties; other jobs belong to another node. */
    boolean knows(Ties ties);

    /** Returns all jobs that are claimed for a worker. */
    Set<Fence> heldBy(long workerId);

    /** Returns those of these running jobs of a worker that are to stop. */
    Set<Fence> cancelRequested(long workerId, Set<Fence> running);

    /** Returns the receiver of hints that make claims cheaper. */
    ClaimHints hints();

    /** Returns those of these queues that have ready jobs. */
    Set<String> queuesWithWork(Set<String> queues);

    /** Returns the paused queues, each with the time that is left. A claim does not check them: the caller leaves them out. */
    Map<String, Duration> paused();

    /** Pauses a queue for at least this time; a longer pause stays. */
    void pauseAtLeast(String queue, Duration pause);

    /**
     * The result of a claim.
     *
     * @param jobs in the order in which they are due to run
     * @param more after which time another claim may find more, without any notification; null if it will not
     */
    record Claimed(List<ClaimedJob> jobs, @Nullable Duration more) {

        /** No jobs, and none expected. */
        public static final Claimed NOTHING = new Claimed(List.of(), null);
    }

    /** Hints that make claims cheaper on a database that needs them. They are optional, are lost with the process, and need no transaction. */
    interface ClaimHints {

        /** Records where the next claims may find jobs, until claims have read there. */
        default void expect(ReadyJobs ready) {}

        /** Returns those of these queues that are cheaper to claim from than to probe for ready jobs. */
        default Set<String> cheaperToClaim(Set<String> queues) {
            return Set.of();
        }
    }
}
