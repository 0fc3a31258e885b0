package io.baton.faults.scenario;

import io.baton.faults.Report;
import java.time.Duration;

/** A handler that ends its JVM in good order is as deadly as one that crashes it: after a few workers its job is dead. */
final class ExitInHandler implements Scenario {

    private static final int MOST_EXITS = 8;
    private static final int INNOCENTS = 20;

    @Override
    public String name() {
        return "exit";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.ready("exit", "default", 1, "{}");
        cluster.ready("pause", "default", INNOCENTS, "{\"millis\":300}");
        int exits = 0;
        while (exits < MOST_EXITS && dead(cluster) == 0) {
            NodeProcess node = cluster.node(
                    "--knows.work=true",
                    "--spring.lifecycle.timeout-per-shutdown-phase=3s",
                    "--baton.worker.concurrency=4");
            Cluster.require(
                    () -> !node.process().isAlive() || dead(cluster) == 1,
                    cluster.patience(Duration.ofSeconds(60)),
                    "a handler that exits does not end its worker");
            exits += node.process().isAlive() ? 0 : 1;
            node.close();
        }
        cluster.node("--knows.work=true");
        boolean drained = Cluster.await(cluster::drained);
        report.figures().put("exits", exits);
        report.check(exits > 1, "a handler that exits is dead after it ended " + exits + " workers");
        report.check(dead(cluster) == 1, "a handler that exits ended " + exits + " workers and is not dead");
        report.check(drained, "jobs beside one that exits are not run");
        long innocent = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type <> 'exit'");
        report.figures().put("innocent_dead", innocent);
        report.check(innocent == 0, "jobs beside one that exits are dead: " + innocent);
    }

    private static long dead(Cluster cluster) {
        return cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type = 'exit'");
    }
}
