package io.baton.faults.scenario;

import io.baton.faults.Report;

/** Thousands of jobs whose types no worker knows do not keep a job behind them from running, and wait. */
final class ManyUnknownTypes implements Scenario {

    private static final int TYPES = 3_000;
    private static final String STORE = "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at)"
            + " SELECT 'unknown-' || n, 'default', -1, clock_timestamp() - interval '2 hours', 1, clock_timestamp() - interval '2 hours'"
            + " FROM generate_series(1, ?) n";

    @Override
    public String name() {
        return "unknown";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.fault(() -> cluster.jdbc.update(STORE, TYPES));
        cluster.ready("pause", "default", 1, "{\"millis\":10}");
        long start = System.nanoTime();
        cluster.node("--knows.work=true");
        boolean known = Cluster.await(() -> cluster.count("SELECT COUNT(*) FROM baton_job WHERE type = 'pause'") == 0);
        report.figures().put("seconds", (System.nanoTime() - start) / 1e9);
        report.check(known, "a job of a known type waits behind those of unknown types");
        long waiting = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state < 4 AND type LIKE 'unknown-%'");
        report.figures().put("left", waiting);
        report.check(waiting == TYPES, "of " + TYPES + " jobs of unknown types " + waiting + " wait");
    }
}
