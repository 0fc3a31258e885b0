package io.baton.job;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a worker asks: to be given jobs, and about those that it holds. Each verb runs in a transaction that its caller opened. */
public interface JobClaims {

    /** Takes up to {@code limit} ready jobs of a queue, in order of priority and then of due time. */
    Claimed claim(Claim claim);

    /** The jobs that stand under a lock id; what an ambiguous claim really got. */
    List<ClaimedJob> claimedUnder(Claim claim);

    /** Returns payload and checkpoint of those of these jobs that are still the caller's. */
    Map<Fence, JobBody> bodies(Collection<Fence> fences);

    /** Returns the names of the permits that these jobs hold. */
    Map<Long, Set<String>> permits(Collection<Long> jobs);

    /** Returns what an unfinished job was labelled with; nothing if there is no such job. */
    Map<String, String> labels(long id);

    /** Whether everything that keeps rows about a job with these ties takes part here; a job with others belongs to another node. */
    boolean knows(Ties ties);

    /** Every job that is claimed for a worker. */
    Set<Fence> heldBy(long workerId);

    /** Which of these running jobs of a worker people asked to stop. */
    Set<Fence> cancelRequested(long workerId, Set<Fence> running);

    /** Returns where to tell what makes claims cheaper. */
    ClaimHints hints();

    /** Which of these queues have ready jobs. */
    Set<String> queuesWithWork(Set<String> queues);

    /** Returns the queues that are paused, each with the time that is left. Claims do not ask: the caller leaves them out. */
    Map<String, Duration> paused();

    /** Lets no job of this queue start for so long; a longer pause stays. */
    void pauseAtLeast(String queue, Duration pause);
}
