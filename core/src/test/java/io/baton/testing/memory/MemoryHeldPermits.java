package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.memory.PermitRow.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Permits of jobs that have not been claimed, which others could use. Rows that somebody holds are passed over. */
record MemoryHeldPermits(MemoryDatabase database) {

    private static final int MOST_SENT_BACK = 100;
    private static final Comparator<JobRow> LAST_FIRST = Comparator.comparingInt(JobRow::rank)
            .thenComparing(row -> row.dueAt)
            .thenComparingLong(JobRow::id)
            .reversed();

    /** Takes back those of jobs of other queues than these. */
    Repaired releaseUnserved(Set<String> open, int limit) {
        MemoryPermitRows permits = new MemoryPermitRows(database);
        return beginAnew(unclaimed(row -> permits.of(row.id).any(State.HELD) && !open.contains(row.queue()))
                .limit(limit)
                .toList());
    }

    /** Takes back those beyond the capacities of these limits, the last in the line first. */
    Repaired releaseBeyond(Collection<String> names, int limit) {
        List<JobRow> beyond = new ArrayList<>();
        for (String each : new TreeSet<>(names)) {
            if (new MemoryLimits(database).isThere(each)) {
                database.limits.lock(each);
                Integer capacity = new MemoryLimits(database).capacity(each);
                int over = database.view().held(each) - (capacity == null ? 0 : capacity);
                holders(each)
                        .sorted(LAST_FIRST)
                        .limit(Math.max(0, Math.min(over, limit - beyond.size())))
                        .forEach(beyond::add);
            }
        }
        return beginAnew(beyond);
    }

    /**
     * Sends those to the end of the line for a rate that have all their permits and are not claimed, if jobs of other queues stand there; returns
     * the limits for which they wait now.
     */
    Set<String> moveToEnd(String rate) {
        List<Long> unstarted = holders(rate)
                .filter(row -> row.state == JobState.READY && database.jobs.isFree(row.id))
                .filter(row -> database.view().isAwaitedBeside(rate, row.queue()))
                .limit(MOST_SENT_BACK)
                .map(JobRow::id)
                .toList();
        Set<String> dirty = new TreeSet<>();
        unstarted.forEach(id -> dirty.addAll(new MemoryPermitRows(database).moveToEnd(id)));
        return dirty;
    }

    private Stream<JobRow> holders(String name) {
        MemoryPermitRows permits = new MemoryPermitRows(database);
        return unclaimed(row -> permits.of(row.id).has(name, State.HELD));
    }

    private Stream<JobRow> unclaimed(Predicate<JobRow> which) {
        return database.jobs.all().stream()
                .filter(row -> row.state == JobState.READY || row.state == JobState.BLOCKED)
                .filter(row -> row.ties.limited())
                .filter(which);
    }

    private Repaired beginAnew(List<JobRow> holders) {
        List<Long> free = holders.stream()
                .map(JobRow::id)
                .distinct()
                .filter(database.jobs::isFree)
                .sorted()
                .toList();
        Set<String> dirty = new TreeSet<>();
        free.forEach(id -> dirty.addAll(new MemoryPermitRows(database).beginAnew(id)));
        return new Repaired(null, free.size(), dirty);
    }
}
