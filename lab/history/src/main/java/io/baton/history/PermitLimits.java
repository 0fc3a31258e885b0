package io.baton.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * No run starts while as many hold a permit as there are. A run holds its permits until it ends, until its claim may be lost, or until its job runs again. A start
 * that lags behind a capacity that shrinks is allowed for the jitter. At the end only jobs that are left hold permits.
 */
record PermitLimits(History history, Claims claims, Findings findings) implements Check {

    /** A permit is taken, or released. */
    private record Change(long at, int by) {}

    @Override
    public void check() {
        Map<String, List<Change>> changes = new TreeMap<>();
        for (List<Run> runs : history.runsOfJobs()) {
            for (int i = 0; i < runs.size(); i++) {
                Run run = runs.get(i);
                long next = i + 1 < runs.size() ? runs.get(i + 1).start : History.NEVER;
                long end = Math.min(Math.min(run.end, next), claims.heldUntil(run));
                for (String permit : run.permits) {
                    findings.judged++;
                    add(changes.computeIfAbsent(permit, name -> new ArrayList<>()), run.start, end);
                }
            }
        }
        changes.forEach(this::limited);
        history.permitsLeft.stream()
                .filter(left -> !history.isIn(History.State.LEFT, left.job()))
                .forEach(left -> findings.broken("job " + left.job() + " has ended and holds " + left.name()));
    }

    private static void add(List<Change> changes, long start, long end) {
        if (end > start) {
            changes.add(new Change(start, 1));
            changes.add(new Change(end, -1));
        }
    }

    private void limited(String permit, List<Change> changes) {
        NavigableMap<Long, Long> capacities = History.declared(history.capacities, permit);
        if (capacities == null) {
            findings.broken("the history has no capacity of " + permit);
            return;
        }
        changes.sort(Comparator.comparingLong(Change::at).thenComparingInt(Change::by));
        int held = 0;
        for (Change change : changes) {
            held += change.by();
            if (change.by() > 0
                    && held > capacity(capacities, change.at())
                    && held > capacity(capacities, change.at() - history.jitter)) {
                findings.broken(held + " runs hold " + permit + " at " + change.at());
            }
        }
    }

    private static long capacity(NavigableMap<Long, Long> capacities, long at) {
        Map.Entry<Long, Long> capacity = capacities.floorEntry(at);
        return capacity == null ? capacities.values().iterator().next() : capacity.getValue();
    }
}
