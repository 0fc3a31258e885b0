package io.baton.faults.batch;

import io.baton.faults.batch.ReleaseTrap.Point;
import io.baton.faults.chaos.Traces;
import io.baton.faults.chaos.Traces.Line;
import io.baton.faults.story.NodeProcess;
import java.util.concurrent.TimeUnit;

/** A step of very many jobs whose release is broken off by {@code kill -9}: after a transaction that releases a portion, and in one. */
final class BrokenRelease {

    private static final int PORTION = 1_000;

    private final FlowFaults faults;
    private final Crew crew;
    private int kills;

    BrokenRelease(FlowFaults faults, Crew crew) {
        this.faults = faults;
        this.crew = crew;
    }

    void run() {
        int count = faults.scale().many();
        int portions = Math.max(2, count / PORTION / 4);
        NodeProcess first = FlowFaults.trapped(crew, Point.AFTER_COMMIT, portions);
        long flow = faults.startMany(count, 0);
        kill(first, count - portions * PORTION);
        if (faults.scale().everyWay()) {
            kill(FlowFaults.trapped(crew, Point.BEFORE_COMMIT, 1), count - portions * PORTION);
        }
        NodeProcess last = FlowFaults.trapped(crew, Point.BEFORE_COMMIT, portions);
        faults.awaitTrap(crew, last);
        FlowFaults.watched(crew);
        kill(last, count - (2 * portions - 1) * PORTION);
        faults.awaitEnd();
        crew.killAll();
        check(flow, count);
    }

    /** So many jobs of the step are blocked then. */
    private void kill(NodeProcess victim, long expected) {
        faults.awaitTrap(crew, victim);
        long blocked = faults.tables().blocked() - 1;
        faults.report()
                .check(
                        blocked == expected,
                        "when a release was broken off, not " + expected + " jobs were blocked but " + blocked);
        crew.kill(victim);
        kills++;
    }

    private void check(long flow, int count) {
        faults.report().figures().put("kills_in_release", kills);
        faults.expect("of_many_lost", 0, count - started());
        faults.expect("of_many_not_completed", 0, count + 2 - faults.tables().ended(flow, 4));
        faults.expect("last_runs", 1, faults.tables().completions(flow, "last"));
        faults.expect("last_early", 0, faults.tables().summary(flow, "last", "before_it"));
        faults.expect("left_unreleased", 0, faults.tables().blockedGroups());
        long[] releases = crew.noted("released").mapToLong(Line::nanos).sorted().toArray();
        faults.report().figures().put("portions", releases.length);
        faults.report().figures().put("median_release_ms", millis(releases[releases.length / 2]));
        faults.report().figures().put("longest_release_ms", millis(releases[releases.length - 1]));
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Returns how many jobs have started. */
    private long started() {
        return crew.all().stream()
                .flatMap(node -> Traces.read(node.name(), StepHandlers.starts(node.trace())).stream())
                .map(Line::item)
                .distinct()
                .count();
    }
}
