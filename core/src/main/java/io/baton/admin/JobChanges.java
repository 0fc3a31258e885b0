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
import java.util.function.ToIntFunction;

/**
 * Changes one job, or all matching jobs in chunks of ascending id, so that no lock is held for long and two changes never deadlock. Each chunk has a
 * transaction of its own, unless the caller has one, and notifies workers of jobs that became ready.
 */
record JobChanges(JobAdmin store, CallersTransaction transaction, SignalAfterCommit signal) {

    private static final int CHUNK = 500;
    private static final int READ = 20 * CHUNK;

    boolean one(String what, JobId id, ToIntFunction<List<Long>> change) {
        return change(what, List.of(id.value()), JobFilter.all(), true, change) > 0;
    }

    /** Changes the matching jobs in one of these states that exist when the change begins. Returns how many were changed. */
    long all(JobFilter filter, Set<JobState> states, boolean wakes, ToIntFunction<List<Long>> change) {
        Set<JobState> wanted = EnumSet.copyOf(states);
        if (!filter.states().isEmpty()) {
            wanted.retainAll(filter.states());
        }
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
                List<Long> portion = ids.subList(chunk, Math.min(chunk + CHUNK, ids.size()));
                changed += change("a portion of the jobs", portion, narrowed, wakes, change);
            }
            last = ids.isEmpty() ? newest : ids.get(ids.size() - 1);
        }
        return changed;
    }

    // reads many ids at once, since each search for dead jobs reads all of them
    private List<Long> ids(JobFilter filter, long after, long newest) {
        return transaction.read(() -> store.ids(filter, after, READ)).stream()
                .filter(id -> id <= newest)
                .toList();
    }

    /** Changes jobs that still match once their rows are locked. A needless wake-up of a queue costs one empty claim. */
    private int change(String what, List<Long> ids, JobFilter filter, boolean wakes, ToIntFunction<List<Long>> change) {
        return transaction.join(what, () -> {
            Map<Long, String> locked = store.lock(ids, filter);
            int changed = locked.isEmpty() ? 0 : change.applyAsInt(List.copyOf(locked.keySet()));
            if (wakes && changed > 0) {
                Set.copyOf(locked.values()).forEach(queue -> signal.announce(ReadyJobs.outOfTurn(queue)));
                signal.announceScheduled();
            }
            return changed;
        });
    }

    // returns the last id to change, since jobs that are enqueued meanwhile could otherwise prolong a change for ever
    private long newest(JobFilter filter) {
        return transaction.read(() -> store.search(filter, 0, 1).stream()
                .map(JobDetails::id)
                .findFirst()
                .map(id -> id.value())
                .orElse(0L));
    }
}
