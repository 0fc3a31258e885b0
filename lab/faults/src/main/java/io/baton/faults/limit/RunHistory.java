package io.baton.faults.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The runs that handlers wrote down. A run ends when it says so, when its process is killed, or when its job runs on another node or has ended, since what a
 * process that was taken for dead still does counts for nothing.
 */
final class RunHistory {

    /** How long before it is written down a run may have been on its way, frozen meanwhile. */
    private static final long ON_ITS_WAY = 1_000_000;

    private final List<LoggedRun> all = new ArrayList<>();
    private final List<LoggedRun> counted = new ArrayList<>();
    private final LimitNodes nodes;
    private int fenced;
    private int doubled;

    private RunHistory(LimitNodes nodes) {
        this.nodes = nodes;
    }

    static RunHistory read(JdbcOperations jdbc, Clock clock, LimitNodes nodes) {
        Map<Long, Long> ended = new HashMap<>();
        jdbc.query("SELECT id, " + clock.of("ended_at") + " FROM baton_job_history", row -> {
            ended.put(row.getLong(1), row.getLong(2));
        });
        Map<Long, List<LoggedRun>> byJob = new TreeMap<>();
        jdbc.query("SELECT job_id, permits, node, entered, left_at FROM handler_run ORDER BY entered, n", row -> {
            long left = row.getLong(5);
            LoggedRun run = new LoggedRun(
                    row.getLong(1),
                    Set.of(row.getString(2).split(",", -1)),
                    row.getString(3),
                    row.getLong(4),
                    row.wasNull() ? Long.MAX_VALUE : left);
            byJob.computeIfAbsent(run.job(), job -> new ArrayList<>()).add(run);
        });
        RunHistory history = new RunHistory(nodes);
        byJob.forEach((job, runs) -> history.add(runs, ended.getOrDefault(job, Long.MAX_VALUE)));
        return history;
    }

    private void add(List<LoggedRun> ofJob, long jobEnded) {
        for (int i = 0; i < ofJob.size(); i++) {
            long next = i + 1 < ofJob.size() ? ofJob.get(i + 1).entered() : Long.MAX_VALUE;
            add(ofJob.get(i), next, jobEnded);
        }
    }

    private void add(LoggedRun logged, long next, long jobEnded) {
        boolean isLate = jobEnded < logged.entered();
        LoggedRun run = logged.until(nodes.end(logged.node()));
        if (run.left() == Long.MAX_VALUE && !isLate) {
            run = run.until(jobEnded);
        }
        boolean isFenced = isLate || next < run.left();
        fenced += isFenced ? 1 : 0;
        doubled += isFenced && !wasFrozen(run, Math.min(next, run.left())) ? 1 : 0;
        all.add(run);
        counted.add(isLate ? run.until(run.entered()) : run.until(next));
    }

    private boolean wasFrozen(LoggedRun run, long until) {
        return nodes.freezes(run.node()).stream()
                .anyMatch(freeze -> freeze.from() < until && freeze.to() > run.entered() - ON_ITS_WAY);
    }

    /** Returns how many ran at once with a permit, at most, between two times. */
    int most(String permit, long from, long to) {
        return most(counted.stream()
                .filter(run -> run.permits().contains(permit))
                .map(run -> run.within(from, to))
                .toList());
    }

    int most(String permit) {
        return most(permit, 0, Long.MAX_VALUE);
    }

    /** Returns how many ran at once, at most, those of processes included that were taken for dead and were not; a frozen process runs nothing. */
    int mostWithFenced(String permit) {
        return most(all.stream()
                .filter(run -> run.permits().contains(permit))
                .flatMap(run -> run.without(nodes.freezes(run.node())).stream())
                .toList());
    }

    private static int most(Collection<LoggedRun> runs) {
        List<long[]> changes = new ArrayList<>();
        for (LoggedRun run : runs) {
            if (!run.isEmpty()) {
                changes.add(new long[] {run.entered(), 1});
                changes.add(new long[] {run.left(), -1});
            }
        }
        changes.sort(Comparator.<long[]>comparingLong(change -> change[0]).thenComparingLong(change -> change[1]));
        long most = 0;
        long now = 0;
        for (long[] change : changes) {
            now += change[1];
            most = Math.max(most, now);
        }
        return (int) most;
    }

    /** Returns the names with a prefix of all permits of runs. */
    Set<String> permits(String prefix) {
        Set<String> names = new TreeSet<>();
        all.forEach(run -> names.addAll(run.permits()));
        names.removeIf(name -> !name.startsWith(prefix));
        return names;
    }

    int count() {
        return all.size();
    }

    /** Returns how many runs went on after they had lost their claim. */
    int fenced() {
        return fenced;
    }

    /** Returns how many of those were of processes that nothing had been done to. */
    int doubled() {
        return doubled;
    }
}
