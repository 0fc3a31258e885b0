package io.baton.unique;

import static java.util.Objects.requireNonNull;

import io.baton.DuplicateJobException;
import io.baton.Enqueued;
import io.baton.JobId;
import io.baton.OnDuplicate;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import io.baton.unique.UniqueStore.RequestedKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores jobs, some of which have unique keys. */
public final class UniqueJobs {

    private final UniqueStore keys;
    private final JobInserts jobs;

    /** Creates an instance for this store of jobs. */
    public UniqueJobs(UniqueStore keys, JobInserts jobs) {
        this.keys = keys;
        this.jobs = jobs;
    }

    /** Returns the store of jobs. */
    public JobInserts store() {
        return jobs;
    }

    /** Returns whether {@link #storeAtOnce} is worth a try. */
    public boolean mayStoreAtOnce(NewJob job) {
        return !job.isLimited() && unique(job).onDuplicate() != OnDuplicate.REPLACE && keys.takesAtOnce();
    }

    /**
     * Stores a job with a key, unless another job holds the key, in one statement, which may be a transaction by itself. Returns empty if that takes
     * more; then the job is not stored.
     */
    public Optional<Stored> storeAtOnce(NewJob job) {
        return keys.takeAtOnce(job).flatMap(requested -> decided(job, requested));
    }

    private Optional<Stored> decided(NewJob job, RequestedKey requested) {
        HeldKey key = requested.key();
        if (key.isNew()) {
            return Optional.of(created(key.job()));
        }
        Holder holder = requested.holder();
        boolean known = key.isWaiting() ? holder != null : !Verdict.needsLock(key, unique(job), holder);
        Verdict verdict = Verdict.of(key, holder);
        return known && verdict != Verdict.FREE ? Optional.of(duplicate(job, key, holder, verdict)) : Optional.empty();
    }

    /** Stores the jobs whose keys no other job holds; returns one result per job, in their order. */
    public List<Stored> store(List<NewJob> wanted) {
        Stored[] results = new Stored[wanted.size()];
        List<Integer> left = new ArrayList<>();
        for (int position = 0; position < wanted.size(); position++) {
            left.add(position);
        }
        while (!left.isEmpty()) {
            left = storeFirsts(wanted, left, results);
        }
        return List.of(results);
    }

    /** Stores the first job of each key and jobs without a key; returns the positions of the others. */
    private List<Integer> storeFirsts(List<NewJob> wanted, List<Integer> positions, Stored[] results) {
        Map<String, Integer> firsts = new LinkedHashMap<>();
        List<Integer> others = new ArrayList<>();
        List<Integer> free = new ArrayList<>();
        for (int position : positions) {
            Unique unique = wanted.get(position).unique();
            if (unique == null) {
                free.add(position);
            } else if (firsts.putIfAbsent(unique.key(), position) != null) {
                others.add(position);
            }
        }
        free.addAll(take(wanted, List.copyOf(firsts.values()), results));
        insert(wanted, free.stream().sorted().toList(), results);
        return others;
    }

    /** Returns the positions of the jobs that got their keys. */
    private List<Integer> take(List<NewJob> wanted, List<Integer> positions, Stored[] results) {
        List<Unique> requested =
                positions.stream().map(each -> unique(wanted.get(each))).toList();
        Map<String, HeldKey> held = keys.take(requested);
        Map<Long, Holder> holders = holders(requested, held);
        List<Integer> taken = new ArrayList<>();
        List<Unique> over = new ArrayList<>();
        List<String> ofTheDead = new ArrayList<>();
        for (int position : positions) {
            NewJob job = wanted.get(position);
            HeldKey key = requireNonNull(held.get(unique(job).key()));
            Holder holder = holders.get(key.job());
            Verdict verdict = Verdict.of(key, holder);
            if (verdict != Verdict.FREE) {
                results[position] = duplicate(job, key, holder, verdict);
                continue;
            }
            taken.add(position);
            if (!key.isNew()) {
                over.add(unique(job));
            }
            if (holder != null && holder.isDead()) {
                ofTheDead.add(unique(job).key());
            }
        }
        keys.setAside(ofTheDead);
        keys.takeOver(over);
        return taken;
    }

    private Map<Long, Holder> holders(List<Unique> requested, Map<String, HeldKey> held) {
        Set<Long> unlocked = new HashSet<>();
        held.values().stream()
                .filter(key -> key.job() != 0 && !key.isWaiting())
                .forEach(key -> unlocked.add(key.job()));
        Map<Long, Holder> holders = new HashMap<>(keys.find(unlocked));
        Set<Long> toLock = new HashSet<>();
        for (Unique each : requested) {
            HeldKey key = requireNonNull(held.get(each.key()));
            if (Verdict.needsLock(key, each, holders.get(key.job()))) {
                toLock.add(key.job());
            }
        }
        holders.keySet().removeAll(toLock);
        holders.putAll(keys.lock(toLock));
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

    /** Returns the result for a job whose key another one holds. Claims have skipped the other job if it waits, since its row is locked. */
    private Stored duplicate(NewJob job, HeldKey key, @Nullable Holder holder, Verdict verdict) {
        OnDuplicate choice = unique(job).onDuplicate();
        if (choice == OnDuplicate.FAIL) {
            throw refused(job, key, verdict);
        }
        boolean waits = verdict == Verdict.WAITING;
        boolean replaced = waits && choice == OnDuplicate.REPLACE && jobs.replace(key.job(), job, key.isWaiting());
        Enqueued.Outcome outcome =
                switch (verdict) {
                    case RUNNING -> Enqueued.Outcome.RUNNING;
                    default -> replaced ? Enqueued.Outcome.REPLACED : Enqueued.Outcome.KEPT;
                };
        return new Stored(new Enqueued(key.id(), outcome), waits && holder != null ? holder.queue() : null);
    }

    private static DuplicateJobException refused(NewJob job, HeldKey key, Verdict verdict) {
        return new DuplicateJobException(
                "A job of the type \"" + job.type() + "\" was not enqueued: job " + key.id() + " holds the key \""
                        + unique(job).key().replace('\t', ' ') + "\""
                        + (verdict == Verdict.RUNNING ? " and runs" : ""));
    }

    /**
     * The result for a job that was to be stored.
     *
     * @param queue the queue of the waiting job that stands for it, if any
     */
    public record Stored(Enqueued enqueued, @Nullable String queue) {}
}
