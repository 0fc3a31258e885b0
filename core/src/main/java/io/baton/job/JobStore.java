package io.baton.job;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The narrow waist: every change of a job row is one of these verbs.
 *
 * <p>Each verb runs in the transaction that its caller opened, and says in its answer whether it did what was asked. Only {@link #insert} and
 * {@link #insertAll} and the verbs of people may run in a transaction that is not Baton's own.
 */
public interface JobStore {

    /** Stores a job. */
    Inserted insert(NewJob job);

    /** Stores many jobs, in the given order. */
    void insertAll(List<NewJob> jobs);

    /**
     * Stores many jobs and returns what became of each, both in the given order; slower than {@link #insertAll} where a statement returns one
     * id.
     */
    default List<Inserted> insertAllWithIds(List<NewJob> jobs) {
        return jobs.stream().map(this::insert).toList();
    }

    /** Takes up to {@code limit} ready jobs of a queue, in order of priority and then of due time. */
    Claimed claim(Claim claim);

    /** Returns the names of the permits that these jobs hold. */
    default Map<Long, Set<String>> permits(Collection<Long> jobs) {
        return Map.of();
    }

    /** Lets no job of this queue start until then, or without a time until the queue is resumed; whatever was said before. */
    void pause(String queue, @Nullable Due until);

    /** Lets no job of this queue start for so long; a longer pause stays. */
    void pauseAtLeast(String queue, Duration pause);

    /** Lets jobs of this queue start again. Returns whether it was paused. */
    boolean resume(String queue);

    /** Returns the queues that are paused, each with the time that is left. Claims do not ask: whoever claims leaves them out. */
    Map<String, Duration> paused();

    /** Returns where to tell what makes claims cheaper. */
    default ClaimHints hints() {
        return ClaimHints.NONE;
    }

    /** The jobs that stand under a lock id; what an ambiguous claim really got. */
    List<ClaimedJob> claimedUnder(Claim claim);

    /** Returns payload and checkpoint of those of these jobs that are still the caller's. */
    Map<Fence, JobBody> bodies(Collection<Fence> fences);

    /** Whether everything that keeps rows about a job with these ties takes part here; a job with others belongs to another node. */
    default boolean knows(Ties ties) {
        return !ties.any();
    }

    /** Writes the ends of claims, all those that are still the caller's, and waits for nobody. Returns what became of every fence it was given. */
    Map<Fence, Settled> settle(List<Settlement> settlements);

    /**
     * Returns what has become of these claims: {@link ClaimStatus#HELD} only under the lock of the row, so that no settlement under way
     * is overlooked; waits for nobody.
     */
    Map<Fence, ClaimStatus> statusOf(Collection<Fence> claims);

    /**
     * Tells whoever waits for it that jobs start whose ties say that somebody may, and waits for nobody. Returns what became of every fence it was
     * given: one that is {@link Settled#BUSY} must not start yet.
     */
    default Map<Fence, Settled> start(Collection<Fence> starting) {
        return starting.stream().collect(Collectors.toMap(fence -> fence, fence -> Settled.DONE));
    }

    /**
     * Counts a crash against jobs that are about to start, which stands until they come to an outcome, and waits for nobody. Returns what
     * became of every fence it was given.
     */
    Map<Fence, Settled> charge(Collection<Fence> starting);

    /** Keeps what running jobs say of their progress, and waits for nobody. Returns what became of every fence it was given. */
    Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress);

    /** Keeps a checkpoint of a running job, and waits for nobody. */
    Settled saveCheckpoint(Fence fence, String checkpoint);

    /** Whether a statement can carry this text, such as a result: one that cannot is no write that fails, but a connection that is lost. */
    default boolean carries(String text) {
        return true;
    }

    /** Which of these running jobs of a worker people asked to stop. */
    Set<Fence> cancelRequested(long workerId, Set<Fence> running);

    /** Every job that is claimed for a worker. */
    Set<Fence> heldBy(long workerId);

    /** Makes up to {@code limit} scheduled jobs ready that are due. */
    Promotion promoteDue(int limit);

    /**
     * Looks at up to {@code limit} jobs beyond {@code afterId}, and makes those dead that have been ready for this time though their type is none
     * of the known ones.
     */
    UnknownJobs makeUnknownDead(Set<String> known, Duration readyFor, long afterId, int limit);

    /** Removes up to {@code limit} ended jobs that were kept long enough; returns how many. */
    int purge(Retention retention, int limit);

    /**
     * Removes what is known of failed attempts of jobs that are no more, among up to {@code limit} jobs beyond {@code afterId}. Returns the last id
     * that was looked at; null at the end.
     */
    default @Nullable Long forgetAttempts(long afterId, int limit) {
        return null;
    }

    /** One job, unfinished or in history. */
    Optional<JobDetails> find(long id);

    /** Returns what an unfinished job was labelled with; nothing if there is no such job. */
    default Map<String, String> labels(long id) {
        return find(id).map(JobDetails::labels).orElse(Map.of());
    }

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

    /** The same for those of the jobs that are not dead and that nobody holds, and waits for nobody. */
    int cancelFree(List<Long> ids);

    /** Makes dead jobs ready again, with all their attempts; returns how many. */
    int revive(List<Long> ids);

    /** Moves waiting jobs to another time; returns how many. */
    int reschedule(List<Long> ids, Due due);

    /**
     * Gives a waiting job of the same type the payload and the due time of another, which is not stored, and all its attempts; what it failed with before
     * is forgotten.
     *
     * @param evenClaimed whether it is taken back from a worker that has claimed it, and which is known not to have started it
     * @return whether it did
     */
    default boolean replace(long id, NewJob by, boolean evenClaimed) {
        return false;
    }

    /** Lets jobs start that waited for others to end, and waits for nobody; returns what became of them. */
    Released release(List<Long> ids);

    /** Cancels jobs that wait for others to end, and waits for nobody; returns what became of them. */
    Released dismiss(List<Long> ids);

    /** Up to {@code limit} queues beside these in which a job has been ready for this time. */
    Set<String> unservedQueues(Set<String> served, Duration readyFor, int limit);

    /** Which of these queues have ready jobs. */
    Set<String> queuesWithWork(Set<String> queues);

    /** How long until the next scheduled job is due; empty if none is scheduled. Zero if it is due already. */
    Optional<Duration> nextDue();
}
