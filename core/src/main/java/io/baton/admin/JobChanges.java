package io.baton.admin;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobAdmin;
import io.baton.job.ReadyJobs;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Changes one job, or all matching jobs: those in chunks of ascending id, so that no lock is held for long and two changes never deadlock. Each
 * chunk has a transaction of its own, unless the caller has one. Notifies workers of jobs that became ready.
 */
record JobChanges(JobAdmin store, CallersTransaction transaction, SignalAfterCommit signal) {

    private static final int CHUNK = 500;
    private static final int READ = 20 * CHUNK;

    boolean oneAndWake(JobId id, ToIntFunction<List<Long>> change) {
        return transaction.join(() -> {
            boolean changed = change.applyAsInt(List.of(id.value())) > 0;
            if (changed) {
                store.find(id.value())
                        .map(JobDetails::queue)
                        .map(ReadyJobs::outOfTurn)
                        .ifPresent(signal::announce);
                signal.announceScheduled();
            }
            return changed;
        });
    }

    long allAndWake(JobFilter filter, Set<JobState> states, ToIntFunction<List<Long>> change) {
        Set<String> queues = new TreeSet<>();
        long changed = all(filter, states, change, queues);
        if (changed > 0) {
            transaction.join(() -> wake(queues));
        }
        return changed;
    }

    // a queue woken for nothing costs one empty claim
    private boolean wake(Set<String> queues) {
        signal.announceScheduled();
        queues.stream().map(ReadyJobs::outOfTurn).forEach(signal::announce);
        return true;
    }

    /** Changes the matching jobs in one of these states that exist when it begins; returns how many were changed. */
    long all(JobFilter filter, Set<JobState> states, ToIntFunction<List<Long>> change) {
        return all(filter, states, change, new TreeSet<>());
    }

    private long all(JobFilter filter, Set<JobState> states, ToIntFunction<List<Long>> change, Set<String> queues) {
        Set<JobState> wanted = intersection(filter.states(), states);
        if (wanted.isEmpty()) {
            return 0;
        }
        JobFilter narrowed = filter.states(wanted);
        long newest = newest(narrowed);
        long changed = 0;
        long last = 0;
        while (last < newest) {
            List<Long> ids = ids(narrowed, last, newest);
            for (int chunk = 0; chunk < ids.size(); chunk += CHUNK) {
                changed += change(ids.subList(chunk, Math.min(chunk + CHUNK, ids.size())), narrowed, change, queues);
            }
            last = ids.isEmpty() ? newest : ids.get(ids.size() - 1);
        }
        return changed;
    }

    // many at once: to find the dead reads all of them each time
    private List<Long> ids(JobFilter filter, long after, long newest) {
        return transaction.join(() -> store.ids(filter, after, READ)).stream()
                .filter(id -> id <= newest)
                .toList();
    }

    /** Only what matches still once its row is locked. */
    private int change(List<Long> ids, JobFilter filter, ToIntFunction<List<Long>> change, Set<String> queues) {
        return transaction.join(() -> {
            Map<Long, String> locked = store.lock(ids, filter);
            queues.addAll(locked.values());
            return locked.isEmpty() ? 0 : change.applyAsInt(List.copyOf(locked.keySet()));
        });
    }

    // without an end, jobs that are enqueued meanwhile could prolong a change for ever
    private long newest(JobFilter filter) {
        return transaction.join(() -> store.search(filter, 0, 1).stream()
                .map(JobDetails::id)
                .findFirst()
                .map(id -> id.value())
                .orElse(0L));
    }

    private static Set<JobState> intersection(Set<JobState> requested, Set<JobState> possible) {
        Set<JobState> wanted = EnumSet.copyOf(possible);
        if (!requested.isEmpty()) {
            wanted.retainAll(requested);
        }
        return wanted;
    }
}
