package io.baton.job;

import io.baton.job.ClaimedJob.JobBody;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims jobs for a worker, and reads data of the jobs that it holds. Each method runs in a transaction that its caller opened. */
public interface JobClaims {

    /** Claims up to {@code limit} ready jobs of a queue, in order of priority and then of due time. */
    Claimed claim(Claim claim);

    /** Returns the jobs that are claimed under a lock id: the result of a claim whose commit is uncertain. */
    List<ClaimedJob> claimedUnder(Claim claim);

    /** Returns payload and checkpoint of the jobs whose claims still stand. */
    Map<Fence, JobBody> bodies(Collection<Fence> fences);

    /** Returns the names of the permits that each of these jobs holds. */
    Map<Long, Set<String>> permits(Collection<Long> jobs);

    /** Returns whether this node has every capability in these ties; otherwise another node must run the job. */
    boolean knows(Ties ties);

    Set<Fence> heldBy(long workerId);

    /** Returns the running jobs of a worker, among the given ones, that are to stop. */
    Set<Fence> cancelRequested(long workerId, Set<Fence> running);

    /** Returns the receiver of hints that make claims cheaper. */
    ClaimHints hints();

    /** Returns the queues, among the given ones, that have ready jobs, each by one of the stored names of these. */
    Set<String> queuesWithWork(Set<String> queues);

    /** Returns shares of a queue, or parts of a share, that have ready jobs, in the order of their names from this one on. */
    List<ReadyShare> shares(String of, String from, int limit);

    /** Returns the weights of the shares of a queue that were changed at run time. */
    Map<String, Integer> weights(String queue);

    /** Returns the paused queues, each with the time that is left. A claim does not check pauses: its caller omits these queues. */
    Map<String, Duration> paused();

    /** Pauses a queue for at least this time; a longer pause stays. */
    void pauseAtLeast(String queue, Duration pause);

    /**
     * The result of a claim.
     *
     * @param jobs the claimed jobs, in the order in which they are due to run
     * @param more the time after which another claim may find jobs that no notification announces; null if none are expected
     */
    record Claimed(List<ClaimedJob> jobs, @Nullable Duration more) {

        /** The result without jobs, when none are expected either. */
        public static final Claimed NOTHING = new Claimed(List.of(), null);
    }

    /** The first and the last stored name of a share with ready jobs. They are the same unless the share has parts. */
    record ReadyShare(String first, String last) {}

    /** Receives hints that make claims cheaper on some databases. Hints are optional, are lost with the process, and need no transaction. */
    interface ClaimHints {

        /** Records where the next claims may find jobs; claims forget it after they have read there. */
        default void expect(ReadyJobs ready) {}

        /** Returns the queues, among the given ones, that are cheaper to claim from than to probe for ready jobs. */
        default Set<String> cheaperToClaim(Set<String> queues) {
            return Set.of();
        }
    }
}
