package io.baton.faults.scenario;

import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import java.time.Duration;
import java.util.List;

/** Large flows whose time is over are removed in short turns: whatever else is to be swept is not late for that. */
final class OldFlows implements Scenario {

    private static final int FLOWS = 3;
    private static final int GROUPS = 13;
    private static final int JOBS_OF_GROUP = 8_000;
    /** Of one that has grown by a job at a time. */
    private static final int GROUPS_OF_GROWN = 20_000;

    private static final Duration LONGEST = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.fault(() -> {
            for (int flow = 1; flow <= FLOWS; flow++) {
                cluster.tables.oldFlow(flow, GROUPS, JOBS_OF_GROUP);
            }
            cluster.tables.oldFlow(FLOWS + 1, GROUPS_OF_GROWN, 1);
        });
        long results = cluster.count("SELECT COUNT(*) FROM baton_result");
        NodeProcess node = cluster.node("--knows.work=true", "--notes.sweeps=true");
        long start = System.nanoTime();
        boolean gone = Cluster.await(() -> cluster.count("SELECT COUNT(*) FROM baton_batch") == 0);
        int soFar = holds(node).size();
        // the turn that removed the last of them may have been the longest
        Cluster.require(() -> holds(node).size() > soFar, "the sweeper does not go on");
        report.figures().put("results", results);
        report.figures().put("seconds", (System.nanoTime() - start) / 1e9);
        List<Long> holds = holds(node);
        long longest = holds.stream().mapToLong(Long::longValue).max().orElse(0);
        report.figures().put("longest_ms", longest);
        report.check(
                results >= (long) FLOWS * GROUPS * JOBS_OF_GROUP && !holds.isEmpty(),
                "nothing is proved: there were no large flows to remove, or the sweeper was not observed");
        report.check(gone, "old flows are not removed");
        report.check(
                longest <= LONGEST.toMillis(),
                "something held the sweeper for " + longest + " ms, other tasks wait for that");
        long left = cluster.count("SELECT COUNT(*) FROM baton_result")
                + cluster.count("SELECT COUNT(*) FROM baton_batch_group");
        report.check(left == 0, "of the flows " + left + " rows are left");
    }

    private static List<Long> holds(NodeProcess node) {
        return node.notes().stream()
                .filter(line -> line.what().equals("sweep"))
                .map(Traces.Line::item)
                .toList();
    }
}
