package io.baton.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** After the end of each fault, or the time of a kill, a job that is enqueued later ends. How long that takes is a figure. */
record RecoveryTimes(History history, Findings findings, Verdict verdict) implements Check {

    @Override
    public void check() {
        NavigableMap<Long, Long> ends = ends();
        List<Long> recovery = new ArrayList<>();
        Set<String> kinds = new TreeSet<>();
        history.killed.forEach((process, at) -> {
            kinds.add("kill");
            recovered("the kill of " + process, at, ends, recovery);
        });
        history.faults.forEach((id, fault) -> {
            kinds.add(fault.kind);
            if (fault.to < History.NEVER) {
                recovered(fault.kind + " " + id, fault.to, ends, recovery);
            }
        });
        verdict.figure("faults", (long) history.killed.size() + history.faults.size());
        verdict.figure("kinds_of_faults", kinds.size());
        recovery.sort(null);
        if (!recovery.isEmpty()) {
            verdict.figure("recovery_p50_s", seconds(recovery.get(recovery.size() / 2)));
            verdict.figure("recovery_max_s", seconds(recovery.get(recovery.size() - 1)));
        }
    }

    /** Returns, by the times of requests, when the first job of these and later ones ended. */
    private NavigableMap<Long, Long> ends() {
        List<Item> latestFirst = history.items.values().stream()
                .filter(item -> item.operation.outcome == Outcome.OK)
                .sorted(Comparator.comparingLong((Item item) -> item.operation.invoked)
                        .reversed())
                .toList();
        NavigableMap<Long, Long> ends = new TreeMap<>();
        long first = History.NEVER;
        for (Item item : latestFirst) {
            first = Math.min(first, History.firstOk(history.runsOf(item)));
            ends.put(item.operation.invoked, first);
        }
        return ends;
    }

    private void recovered(String fault, long at, NavigableMap<Long, Long> ends, List<Long> recovery) {
        findings.judged++;
        Map.Entry<Long, Long> end = ends.ceilingEntry(at);
        if (end == null || end.getValue() == History.NEVER) {
            findings.broken("no job ended that was enqueued after " + fault);
        } else {
            recovery.add(end.getValue() - at);
        }
    }

    private static double seconds(long nanos) {
        return (double) nanos / TimeUnit.SECONDS.toNanos(1);
    }
}
