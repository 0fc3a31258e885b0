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
 * The runs that handlers wrote down. A run ends when it says so, when its process is killed, or when its job runs elsewhere or has ended, since what a
 * process that was taken for dead still does counts for nothing.
 */
final class Visits {

    /** How long before it is written down a run may have been on its way, frozen meanwhile. */
    private static final long ON_ITS_WAY = 1_000_000;

    private final List<Visit> all = new ArrayList<>();
    private final List<Visit> counted = new ArrayList<>();
    private final Nodes nodes;
    private int fenced;
    private int doubled;

    private Visits(Nodes nodes) {
        this.nodes = nodes;
    }

    static Visits read(JdbcOperations jdbc, Clock clock, Nodes nodes) {
        Map<Long, Long> ended = new HashMap<>();
        jdbc.query("SELECT id, " + clock.of("ended_at") + " FROM baton_job_history", row -> {
            ended.put(row.getLong(1), row.getLong(2));
        });
        Map<Long, List<Visit>> byJob = new TreeMap<>();
        jdbc.query("SELECT job_id, permits, node, entered, left_at FROM visit ORDER BY entered, n", row -> {
            long left = row.getLong(5);
            Visit visit = new Visit(
                    row.getLong(1),
                    Set.of(row.getString(2).split(",", -1)),
                    row.getString(3),
                    row.getLong(4),
                    row.wasNull() ? Long.MAX_VALUE : left);
            byJob.computeIfAbsent(visit.job(), job -> new ArrayList<>()).add(visit);
        });
        Visits visits = new Visits(nodes);
        byJob.forEach((job, runs) -> visits.add(runs, ended.getOrDefault(job, Long.MAX_VALUE)));
        return visits;
    }

    private void add(List<Visit> ofJob, long jobEnded) {
        for (int i = 0; i < ofJob.size(); i++) {
            long next = i + 1 < ofJob.size() ? ofJob.get(i + 1).entered() : Long.MAX_VALUE;
            add(ofJob.get(i), next, jobEnded);
        }
    }

    private void add(Visit visit, long next, long jobEnded) {
        boolean isLate = jobEnded < visit.entered();
        Visit run = visit.until(nodes.end(visit.node()));
        if (run.left() == Long.MAX_VALUE && !isLate) {
            run = run.until(jobEnded);
        }
        boolean isFenced = isLate || next < run.left();
        fenced += isFenced ? 1 : 0;
        doubled += isFenced && !wasFrozen(run, Math.min(next, run.left())) ? 1 : 0;
        all.add(run);
        counted.add(isLate ? run.until(run.entered()) : run.until(next));
    }

    private boolean wasFrozen(Visit visit, long until) {
        return nodes.freezes(visit.node()).stream()
                .anyMatch(freeze -> freeze.from() < until && freeze.to() > visit.entered() - ON_ITS_WAY);
    }

    /** Returns how many ran at once with a permit, at most, between two times. */
    int most(String permit, long from, long to) {
        return most(counted.stream()
                .filter(visit -> visit.permits().contains(permit))
                .map(visit -> visit.within(from, to))
                .toList());
    }

    int most(String permit) {
        return most(permit, 0, Long.MAX_VALUE);
    }

    /** Returns how many ran at once, at most, those of processes included that were taken for dead and were not; a frozen process runs nothing. */
    int mostWithFenced(String permit) {
        return most(all.stream()
                .filter(visit -> visit.permits().contains(permit))
                .flatMap(visit -> visit.without(nodes.freezes(visit.node())).stream())
                .toList());
    }

    private static int most(Collection<Visit> visits) {
        List<long[]> changes = new ArrayList<>();
        for (Visit visit : visits) {
            if (!visit.isEmpty()) {
                changes.add(new long[] {visit.entered(), 1});
                changes.add(new long[] {visit.left(), -1});
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

    /** Returns all permits that somebody ran with whose names begin so. */
    Set<String> permits(String prefix) {
        Set<String> names = new TreeSet<>();
        all.forEach(visit -> names.addAll(visit.permits()));
        names.removeIf(name -> !name.startsWith(prefix));
        return names;
    }

    int count() {
        return all.size();
    }

    /** Returns how many runs went on although their jobs were others' by then. */
    int fenced() {
        return fenced;
    }

    /** Returns how many of those were of processes that nothing had been done to. */
    int doubled() {
        return doubled;
    }
}
