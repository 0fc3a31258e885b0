package io.baton.unique;

import static java.util.Objects.requireNonNull;

import io.baton.DuplicateJobException;
import io.baton.Enqueued;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.database.Database;
import io.baton.job.JobInserts;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import io.baton.job.NewJob.Unique.Scope;
import io.baton.job.StateCode.States;
import io.baton.unique.KeyRows.HeldKey;
import io.baton.unique.PostgresKeyWithJob.RequestedKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores jobs, some of which have unique keys. If the database can and no later lock is needed, stores one job in one statement. Otherwise stores all
 * jobs in rounds: each round takes keys, decides on keys that other jobs hold, and inserts the jobs whose keys are free.
 */
public final class UniqueJobs {

    private final Database database;
    private final KeyRows keys;
    private final @Nullable PostgresKeyWithJob withJob;
    private final JobInserts jobs;

    /**
     * Creates an instance for this store of jobs.
     *
     * @param dayRetention how long the key of a business day is held
     * @param observer observes inserts of jobs in one statement with their keys
     */
    public UniqueJobs(Database database, Duration dayRetention, InsertObserver observer, JobInserts jobs) {
        this.database = database;
        this.keys = new KeyRows(database, dayRetention);
        this.withJob =
                PostgresKeyWithJob.isPossible(database) ? new PostgresKeyWithJob(database, keys, observer) : null;
        this.jobs = jobs;
    }

    public JobInserts store() {
        return jobs;
    }

    /** Returns whether {@link #storeAtOnce} may succeed. */
    public boolean mayStoreAtOnce(NewJob job) {
        return !job.hasRows() && unique(job).onDuplicate() != OnDuplicate.REPLACE && withJob != null;
    }

    /**
     * Stores a job in one statement, which may be a transaction by itself, unless another job holds its key. Returns empty if one statement is not
     * enough; then the job is not stored.
     */
    public Optional<Stored> storeAtOnce(NewJob job) {
        RequestedKey requested = requireNonNull(withJob).take(job);
        HeldKey key = requested.key();
        if (key.isNew()) {
            return Optional.of(created(key.job()));
        }
        Holder holder = requested.holder();
        boolean known = key.isWaiting() ? holder != null : !Verdict.needsLock(key, unique(job), holder);
        Verdict verdict = Verdict.of(key, holder);
        return known && verdict != Verdict.FREE ? Optional.of(duplicate(job, key, holder, verdict)) : Optional.empty();
    }

    /** Stores the jobs whose keys no other job holds; returns one result for each given job, in their order. */
    public List<Stored> store(List<NewJob> wanted) {
        Stored[] results = new Stored[wanted.size()];
        for (List<Integer> positions : rounds(wanted)) {
            insert(wanted, take(wanted, positions, results), results);
        }
        return List.of(results);
    }

    /** Returns the positions of the jobs in rounds. Each key occurs once in a round, so that the second job with a key finds the first one stored. */
    private static List<List<Integer>> rounds(List<NewJob> wanted) {
        List<List<Integer>> rounds = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int position = 0; position < wanted.size(); position++) {
            Unique unique = wanted.get(position).unique();
            int round = unique == null ? 0 : seen.merge(unique.key(), 1, Integer::sum) - 1;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(position);
        }
        return rounds;
    }

    /** Takes the keys of jobs and adds the results of jobs whose keys are held; returns the positions of the jobs to store. */
    private List<Integer> take(List<NewJob> wanted, List<Integer> positions, Stored[] results) {
        List<Unique> requested = positions.stream()
                .map(position -> wanted.get(position).unique())
                .filter(Objects::nonNull)
                .toList();
        Map<String, HeldKey> held = keys.take(requested);
        Map<Long, Holder> holders = holders(requested, held);
        List<Integer> free = new ArrayList<>();
        List<Unique> over = new ArrayList<>();
        List<String> ofTheDead = new ArrayList<>();
        for (int position : positions) {
            NewJob job = wanted.get(position);
            Unique unique = job.unique();
            if (unique != null) {
                HeldKey key = requireNonNull(held.get(unique.key()));
                Holder holder = holders.get(key.job());
                Verdict verdict = Verdict.of(key, holder);
                if (verdict != Verdict.FREE) {
                    results[position] = duplicate(job, key, holder, verdict);
                    continue;
                }
                if (!key.isNew()) {
                    over.add(unique);
                }
                if (holder != null && holder.isDead()) {
                    ofTheDead.add(unique.key());
                }
            }
            free.add(position);
        }
        keys.setAside(ofTheDead);
        keys.takeOver(over);
        return free;
    }

    /** Returns the jobs that hold keys. Reads a job if this is enough, and otherwise locks it. */
    private Map<Long, Holder> holders(List<Unique> requested, Map<String, HeldKey> held) {
        Set<Long> unlocked = new HashSet<>();
        held.values().stream()
                .filter(key -> key.job() != 0 && !key.isWaiting())
                .forEach(key -> unlocked.add(key.job()));
        Map<Long, Holder> holders = new HashMap<>(Holder.find(database, unlocked));
        Set<Long> toLock = new HashSet<>();
        for (Unique each : requested) {
            HeldKey key = requireNonNull(held.get(each.key()));
            if (Verdict.needsLock(key, each, holders.get(key.job()))) {
                toLock.add(key.job());
            }
        }
        holders.keySet().removeAll(toLock);
        holders.putAll(Holder.lock(database, toLock));
        return holders;
    }

    private void insert(List<NewJob> wanted, List<Integer> positions, Stored[] results) {
        List<Long> ids =
                jobs.insertAllWithIds(positions.stream().map(wanted::get).toList());
        Map<String, Long> assigned = new HashMap<>();
        for (int i = 0; i < positions.size(); i++) {
            int position = positions.get(i);
            long id = ids.get(i);
            results[position] = created(id);
            Unique unique = wanted.get(position).unique();
            if (unique != null) {
                assigned.put(unique.key(), id);
            }
        }
        keys.assign(assigned);
    }

    private static Stored created(long id) {
        return new Stored(new Enqueued(new JobId(id), Enqueued.Outcome.CREATED), null);
    }

    private static Unique unique(NewJob job) {
        return requireNonNull(job.unique());
    }

    /** Returns the result for a job whose key another job holds. If that job waits, no claim has taken it, since its row is locked. */
    private Stored duplicate(NewJob job, HeldKey key, @Nullable Holder holder, Verdict verdict) {
        OnDuplicate choice = unique(job).onDuplicate();
        if (choice == OnDuplicate.FAIL) {
            throw refused(job, key, verdict);
        }
        boolean waits = verdict == Verdict.WAITING;
        boolean replaced = waits && choice == OnDuplicate.REPLACE && jobs.replace(key.job(), job, key.isWaiting());
        Enqueued.Outcome kept = verdict == Verdict.RUNNING ? Enqueued.Outcome.RUNNING : Enqueued.Outcome.KEPT;
        return new Stored(
                new Enqueued(new JobId(key.job()), replaced ? Enqueued.Outcome.REPLACED : kept),
                waits && holder != null ? holder.queue() : null);
    }

    private static DuplicateJobException refused(NewJob job, HeldKey key, Verdict verdict) {
        return new DuplicateJobException("A job of the type \"" + job.type() + "\" was not enqueued: job "
                + new JobId(key.job()) + " holds the key \""
                + unique(job).key().replace('\t', ' ') + "\""
                + (verdict == Verdict.RUNNING ? " and runs" : ""));
    }

    /** The result for a job, and the queue of the waiting job that will run instead of it; null if there is none. */
    public record Stored(Enqueued enqueued, @Nullable String queue) {}

    /** The effect of a key, whose row is locked, on another job with the same key. */
    private enum Verdict {
        /** No job holds the key any more: the other job takes it. */
        FREE,
        /** The key's job waits and will run instead of the other job. */
        WAITING,
        /** The key's job has started and has not ended. */
        RUNNING,
        /** The time for which the key is held is not over, whatever the state of its job. */
        HELD;

        /** Returns the verdict for the job that holds the key, if it exists. */
        static Verdict of(HeldKey key, @Nullable Holder holder) {
            if (key.job() == 0 || (holder != null && holder.isDead())) {
                return FREE;
            }
            if (key.scope() == Scope.FOR_A_TIME) {
                if (key.expired() || (holder != null && holder.state() == JobState.CANCELLED)) {
                    return FREE;
                }
                return holder != null && States.TO_CLAIM.contains(holder.state()) ? WAITING : HELD;
            }
            if (holder == null || holder.isOver()) {
                return FREE;
            }
            if (holder.state() == JobState.WAITING
                    || holder.cancelled()
                    || (holder.state() == JobState.CLAIMED && key.started())) {
                return key.scope() == Scope.UNTIL_STARTED ? FREE : RUNNING;
            }
            return WAITING;
        }

        /**
         * Returns whether the job that holds the key must be locked before the decision. The caller's snapshot may be old: only the lock shows that the
         * job does not exist or has not started.
         *
         * @param seen the job in the caller's snapshot; null if it is not there
         */
        static boolean needsLock(HeldKey key, Unique requested, @Nullable Holder seen) {
            if (key.job() == 0 || key.isWaiting()) {
                return key.isWaiting();
            }
            if (seen != null && (seen.state() == JobState.CLAIMED || seen.isOver())) {
                return false;
            }
            return key.scope() != Scope.FOR_A_TIME
                    || (seen != null && seen.isDead())
                    || (!key.expired() && requested.onDuplicate() == OnDuplicate.REPLACE);
        }
    }
}
