package io.baton.faults.cluster;

import io.baton.faults.Report;
import io.baton.faults.cluster.ClusterTables.Found;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.faults.cluster.Sent.Outcome;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Compares what clients know of their enqueues with the tables. */
final class ClusterChecker {

    private static final Found NONE = new Found(0, 0);

    private final ClusterTables tables;
    private final Report report;
    private final Map<Long, Found> effects;
    private final Set<Long> requests;
    private long jobs;
    private long lost;
    private long doubled;

    ClusterChecker(ClusterTables tables, Report report) {
        this.tables = tables;
        this.report = report;
        this.effects = tables.effects();
        this.requests = tables.requests();
    }

    void check(Collection<Sent> sent, Set<Long> acknowledgedProbes) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Sent one : sent) {
            check(one, effects.getOrDefault(one.item(), NONE));
            if (one.outcome() == Outcome.OK) {
                jobs++;
                kinds.add(one.kind());
            }
        }
        report.check(kinds.size() == Kind.values().length, "nothing is proved, since only " + kinds + " were enqueued");
        checkChunksAndCalls();
        checkTicks();
        Set<Long> found = tables.probes();
        long missing =
                acknowledgedProbes.stream().filter(number -> !found.contains(number)).count();
        report.check(missing == 0, "the database has lost " + missing + " rows of the probe that it had acknowledged");
        report.check(tables.permits() == 0, "permits are left: " + tables.permits());
        report.check(tables.incompleteBatches() == 0, "batches are not complete: " + tables.incompleteBatches());
        report.check(tables.dead() == 0, "jobs are dead: " + tables.dead());
        report.figures().put("jobs", jobs);
        report.figures().put("lost", lost);
        report.figures().put("double", doubled);
        report.figures().put("rows_lost", missing);
    }

    private void check(Sent one, Found found) {
        boolean row = requests.contains(one.item());
        boolean committed = one.hasRow() ? row : one.outcome() == Outcome.OK;
        if (one.outcome() == Outcome.OK && !(committed && (found.effects() > 0 || !one.promised()))) {
            lost++;
            violated("lost", one);
        } else if (committed && one.promised() && found.effects() == 0) {
            lost++;
            violated("lost, although its client does not know that it was enqueued", one);
        }
        if (one.outcome() == Outcome.FAILED && (row || found.effects() > 0)) {
            violated("there, although its enqueue has failed", one);
        }
        if (one.hasRow() && !row && found.effects() > 0) {
            violated("there, without the row of its transaction", one);
        }
        if (one.kind().isTransactional() && found.effects() > 1) {
            doubled++;
            violated("done " + found.effects() + " times", one);
        }
        if (found.effects() > 0 && found.seen() < one.seen()) {
            violated("early: it has seen " + found.seen() + " of " + one.seen() + " effects", one);
        }
    }

    private void violated(String how, Sent one) {
        report.check(false, one.kind().type() + " " + one.item() + " is " + how + " (" + one.outcome() + ")");
    }

    private void checkChunksAndCalls() {
        long missing = tables.missingChunks() + tables.missingCalls();
        long twice = tables.doubleChunks() + tables.doubleCalls();
        report.check(missing == 0, "chunks or calls are missing: " + missing);
        report.check(twice == 0, "chunks or calls were made twice: " + twice);
        lost += missing;
        doubled += twice;
    }

    private void checkTicks() {
        long missing = tables.missingTicks();
        long twice = tables.doubleTicks();
        report.check(missing == 0, "ticks are missing: " + missing);
        report.check(twice == 0, "ticks had more than one job: " + twice);
        lost += missing;
        doubled += twice;
    }
}
