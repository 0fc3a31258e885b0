package io.baton.faults.batch;

import io.baton.faults.batch.ReleaseTrap.Point;
import io.baton.faults.chaos.Traces;
import io.baton.faults.chaos.Traces.Line;
import io.baton.faults.scenario.NodeProcess;
import java.util.concurrent.TimeUnit;

/** A step of very many jobs whose release is broken off by {@code kill -9}: after a transaction that releases a portion, and in one. */
final class BrokenRelease {

    private static final int PORTION = 1_000;

    private final FlowFaults faults;
    private final BatchNodes nodes;
    private int kills;

    BrokenRelease(FlowFaults faults, BatchNodes nodes) {
        this.faults = faults;
        this.nodes = nodes;
    }

    void run() {
        int count = faults.scale().many();
        int portions = Math.max(2, count / PORTION / 4);
        NodeProcess first = FlowFaults.trapped(nodes, Point.AFTER_COMMIT, portions);
        long flow = faults.startMany(count, 0);
        kill(first, count - portions * PORTION);
        if (faults.scale().everyWay()) {
            kill(FlowFaults.trapped(nodes, Point.BEFORE_COMMIT, 1), count - portions * PORTION);
        }
        NodeProcess last = FlowFaults.trapped(nodes, Point.BEFORE_COMMIT, portions);
        faults.awaitTrap(nodes, last);
        FlowFaults.watched(nodes);
        kill(last, count - (2 * portions - 1) * PORTION);
        faults.awaitEnd();
        nodes.killAll();
        check(flow, count);
    }

    /** So many jobs of the step are blocked then. */
    private void kill(NodeProcess victim, long expected) {
        faults.awaitTrap(nodes, victim);
        long blocked = faults.tables().blocked() - 1;
        faults.report()
                .check(
                        blocked == expected,
                        "when a release was broken off, not " + expected + " jobs were blocked but " + blocked);
        nodes.kill(victim);
        kills++;
    }

    private void check(long flow, int count) {
        faults.report().figures().put("kills_in_release", kills);
        faults.expect("of_many_lost", 0, count - started());
        faults.expect("of_many_not_completed", 0, count + 2 - faults.tables().ended(flow, 4));
        faults.expect("last_runs", 1, faults.tables().completions(flow, "last"));
        faults.expect("last_early", 0, faults.tables().summary(flow, "last", "before_it"));
        faults.expect("left_unreleased", 0, faults.tables().blockedGroups());
        long[] releases =
                nodes.noted("released").mapToLong(Line::nanos).sorted().toArray();
        faults.report().figures().put("portions", releases.length);
        faults.report().figures().put("median_release_ms", millis(releases[releases.length / 2]));
        faults.report().figures().put("longest_release_ms", millis(releases[releases.length - 1]));
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Returns how many jobs have started. */
    private long started() {
        return nodes.all().stream()
                .flatMap(node -> Traces.read(node.name(), StepHandlers.starts(node.trace())).stream())
                .map(Line::item)
                .distinct()
                .count();
    }
}
