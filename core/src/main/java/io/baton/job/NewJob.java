package io.baton.job;

import io.baton.OnDead;
import io.baton.OnDuplicate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job to be stored.
 *
 * @param maxAttempts the maximum number of attempts; null for the default of the node that runs the job
 * @param permits the names of the limits of which the job needs a permit, in the order in which it acquires them, which is the same for every job
 * @param place the place of the job in a batch; null if it is no item of one
 * @param bits bits of its ties beside those of permits, place and unique key
 * @param key the key of the business by which the job is found; null if it has none
 */
public record NewJob(
        String type,
        String queue,
        int priority,
        Due due,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload,
        List<String> permits,
        @Nullable Place place,
        int bits,
        @Nullable Unique unique,
        @Nullable Sequence sequence,
        @Nullable String key) {

    public NewJob {
        permits = permits.size() < 2
                ? List.copyOf(permits)
                : permits.stream().distinct().toList();
    }

    /** The place of a job in a group of a batch, and whether other jobs wait for its result. */
    public record Place(long group, int index, boolean awaited) {

        private int ties() {
            return awaited ? Ties.BATCH + Ties.RESULT : Ties.BATCH;
        }
    }

    /** Creates a job without a batch and keys. */
    public NewJob(
            String type,
            String queue,
            int priority,
            Due due,
            @Nullable Integer maxAttempts,
            Map<String, String> labels,
            @Nullable String payload,
            List<String> permits) {
        this(type, queue, priority, due, maxAttempts, labels, payload, permits, null, 0, null, null, null);
    }

    /** A sequence, and what happens to the jobs behind this one if it becomes dead. */
    public record Sequence(String name, OnDead onDead) {}

    /** Returns whether rows of capabilities are stored with the job. */
    public boolean hasRows() {
        return isLimited() || sequence != null || key != null;
    }

    /** Returns whether the job needs permits to run. */
    public boolean isLimited() {
        return !permits.isEmpty();
    }

    /** Returns the same job as an item of a batch. */
    public NewJob at(Place itsPlace) {
        return with(priority, itsPlace, bits);
    }

    /** Returns the same job, which now waits for other jobs to end and then runs with this priority. */
    public NewJob awaiting(int itsPriority) {
        return with(itsPriority, place, bits | Ties.AWAITS);
    }

    /** Returns the same job, tied to the capability of this bit. */
    public NewJob tied(int bit) {
        return with(priority, place, bits | bit);
    }

    private NewJob with(int itsPriority, @Nullable Place itsPlace, int itsBits) {
        return new NewJob(
                type,
                queue,
                itsPriority,
                due,
                maxAttempts,
                labels,
                payload,
                permits,
                itsPlace,
                itsBits,
                unique,
                sequence,
                key);
    }

    /** Returns whether the job waits for other jobs to end, until it is released. */
    public boolean awaits() {
        return (ties() & Ties.AWAITS) != 0;
    }

    /** Returns the bits of the job's ties at the time it is stored. */
    public int ties() {
        return (isLimited() ? Ties.LIMITS : 0)
                + (place != null ? place.ties() : 0)
                + (unique != null ? unique.ties() : 0)
                + (sequence != null ? Ties.SEQUENCE + Ties.AWAITS : 0)
                + (labels.containsKey(LatestStart.LABEL) ? Ties.START_BEFORE : 0)
                + bits;
    }

    /** Omits the payload, which may hold secrets. */
    @Override
    public String toString() {
        return type + " in " + queue;
    }

    /** Returns whether these jobs differ only in their payloads, permits and keys. If they are in a group, they must also follow each other in it. */
    public static boolean areAlike(List<NewJob> jobs) {
        Place first = jobs.get(0).place;
        for (int number = 0; number < jobs.size(); number++) {
            NewJob job = jobs.get(number);
            Place next = first == null ? null : new Place(first.group, first.index + number, first.awaited);
            if (!job.differsInPayloadOnly(jobs.get(0)) || !Objects.equals(job.place, next)) {
                return false;
            }
        }
        return true;
    }

    private boolean differsInPayloadOnly(NewJob other) {
        return type.equals(other.type)
                && queue.equals(other.queue)
                && priority == other.priority
                && due.equals(other.due)
                && Objects.equals(maxAttempts, other.maxAttempts)
                && labels.equals(other.labels)
                && ties() == other.ties()
                && (key == null) == (other.key == null);
    }

    /**
     * The unique key of a job.
     *
     * @param key the key, which jobs of all types share
     * @param scope how long the job holds the key
     * @param period how long the key is held if the scope is {@code FOR_A_TIME}; null for as long as keys of business days are held
     * @param onDuplicate the action if another job holds the key
     * @param most how long after its enqueue a job that is replaced is due at the latest; null if that has no limit
     */
    public record Unique(
            String key,
            Scope scope,
            @Nullable Duration period,
            OnDuplicate onDuplicate,
            @Nullable Duration most) {

        /** How long a job holds its key; a dead or cancelled job holds none. */
        public enum Scope {
            UNTIL_STARTED,
            UNTIL_FINISHED,
            FOR_A_TIME
        }

        /** Returns the bits of a job with this key. */
        int ties() {
            return scope == Scope.FOR_A_TIME ? Ties.UNIQUE : Ties.UNIQUE + Ties.UNIQUE_START;
        }
    }
}
