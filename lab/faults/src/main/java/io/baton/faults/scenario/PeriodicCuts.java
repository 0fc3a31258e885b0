package io.baton.faults.scenario;

import io.baton.faults.Report;
import java.time.Duration;
import java.util.List;

/** All connections are cut every few seconds and come back at once; a worker that dies meanwhile is found out in spite of that. */
final class PeriodicCuts implements Scenario {

    private static final List<String> USUAL =
            List.of("--baton.worker.heartbeat=2s", "--baton.worker.dead-after=10s", "--knows.work=true");
    private static final int JOBS = 5;
    private static final int CUTS_BEFORE = 2;
    /** A dead worker that is not found out in this time is never found out. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "cuts";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        recovery(cluster, report, 4);
        cluster.clear();
        recovery(cluster, report, 9);
    }

    private static void recovery(Cluster cluster, Report report, int everySeconds) {
        Duration between = Duration.ofSeconds(everySeconds);
        NodeProcess victim = cluster.node(USUAL.toArray(String[]::new));
        cluster.ready("long", "long", JOBS, "{\"millis\":600000}");
        Cluster.require(() -> victim.starts() >= 4, "the jobs of the one that is to die do not start");
        long worker = cluster.count("SELECT MAX(worker_id) FROM baton_job WHERE state = 2");
        NodeProcess witness = cluster.node(USUAL.toArray(String[]::new));
        for (int i = 0; i < CUTS_BEFORE; i++) {
            cluster.cut(victim.network());
            cluster.cut(witness.network());
            Cluster.pause(between);
        }
        victim.kill();
        long start = System.nanoTime();
        boolean back = false;
        while (!back && System.nanoTime() - start < cluster.patience(LONGEST).toNanos()) {
            cluster.cut(witness.network());
            back = Cluster.await(() -> held(cluster, worker) == 0, between);
        }
        report.figures().put("recovery_" + everySeconds + "_s", (System.nanoTime() - start) / 1e9);
        report.check(back, "cuts every " + everySeconds + " s keep the jobs of a dead worker from being reclaimed");
        Cluster.require(() -> witness.starts() > 0, "the jobs of the dead one do not run on another node");
    }

    private static long held(Cluster cluster, long worker) {
        return cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id = ?", worker);
    }
}
