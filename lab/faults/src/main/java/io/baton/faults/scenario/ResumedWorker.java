package io.baton.faults.scenario;

import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker that was frozen for longer than it may be silent finds out that it is dead before it starts anything. */
final class ResumedWorker implements Scenario {

    private static final int PAUSES = 3;
    private static final Duration DECLARED_DEAD = Duration.ofSeconds(60);
    /** After its death is known, for others to run what it held. */
    private static final Duration FROZEN = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "resume";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        NodeProcess frozen = cluster.node("--knows.work=true");
        NodeProcess other = cluster.node("--knows.work=true");
        int wasted = 0;
        int underWay = 0;
        for (int i = 0; i < PAUSES; i++) {
            cluster.ready("pause", "default", 2_000, "{\"millis\":2}");
            long before = frozen.starts();
            Cluster.require(() -> frozen.starts() > before + 200, "the one that is to be frozen has nothing to do");
            cluster.fault(frozen::freeze);
            long othersBefore = other.starts();
            cluster.ready("pause", "default", 3_000, "{\"millis\":2}");
            Cluster.require(
                    () -> living(cluster, frozen) == 0,
                    cluster.patience(DECLARED_DEAD),
                    "the frozen worker is not declared dead");
            Cluster.require(() -> other.starts() > othersBefore, "the other one does not go on");
            Cluster.pause(FROZEN);
            int known = frozen.notes().size();
            long resumed = System.nanoTime();
            cluster.fault(frozen::thaw);
            report.check(Cluster.await(cluster::drained), "jobs are left over after a pause");
            List<Traces.Line> twice =
                    startedTwice(frozen.notes().subList(known, frozen.notes().size()), other.notes());
            int begun = (int)
                    twice.stream().filter(line -> line.nanos() - resumed < 0).count();
            underWay += begun;
            wasted += twice.size() - begun;
        }
        report.figures().put("wasted_runs", wasted);
        report.figures().put("under_way", underWay);
        report.check(wasted == 0, "a worker that was frozen starts what others had run: " + wasted);
    }

    private static long living(Cluster cluster, NodeProcess node) {
        return cluster.count("SELECT COUNT(*) FROM baton_worker WHERE name = ? AND NOT dead", node.name());
    }

    /** What the frozen one noted after its pause though the other one had started it. */
    private static List<Traces.Line> startedTwice(List<Traces.Line> frozen, List<Traces.Line> other) {
        Set<Long> others = starts(other).map(Traces.Line::item).collect(Collectors.toSet());
        return starts(frozen).filter(line -> others.contains(line.item())).toList();
    }

    private static Stream<Traces.Line> starts(List<Traces.Line> notes) {
        return notes.stream().filter(line -> line.what().equals("start"));
    }
}
