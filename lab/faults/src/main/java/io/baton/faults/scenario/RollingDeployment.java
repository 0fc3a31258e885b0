package io.baton.faults.scenario;

import io.baton.faults.Report;

/** Old nodes that do not know a type neither take its jobs from the new ones nor slow them down. */
final class RollingDeployment implements Scenario {

    private static final int JOBS = 4_000;
    private static final int ROUNDS = 2;

    @Override
    public String name() {
        return "types";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.node("--knows.work=true", "--baton.worker.concurrency=10");
        drain(cluster);
        double alone = fastest(cluster);
        cluster.fault(() -> cluster.node("--knows.other=true", "--baton.worker.concurrency=10"));
        cluster.fault(() -> cluster.node("--knows.other=true", "--baton.worker.concurrency=10"));
        drain(cluster);
        double beside = fastest(cluster);
        long living = cluster.count("SELECT COUNT(*) FROM baton_worker WHERE NOT dead");
        report.check(living == 3, "there were " + living + " nodes, not one that knows the type and two that do not");
        report.figures().put("alone_s", alone);
        report.figures().put("beside_s", beside);
        report.figures().ratio("knowing_ratio", alone / beside);
        report.check(alone / beside >= 0.9, "nodes that do not know a type slow down the one that does");
        long retried = cluster.count("SELECT COUNT(*) FROM baton_job_history WHERE attempt > 1");
        report.check(retried == 0, retried + " jobs lost an attempt to nodes that do not know their type");
    }

    private static double fastest(Cluster cluster) {
        double fastest = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            fastest = Math.min(fastest, drain(cluster));
        }
        return fastest;
    }

    private static double drain(Cluster cluster) {
        cluster.jdbc.update("DELETE FROM baton_job_history");
        cluster.ready("pause", "default", JOBS, "{\"millis\":10}");
        Cluster.require(cluster::drained, "jobs are left over");
        long completed = cluster.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        Cluster.require(() -> completed == JOBS, "of " + JOBS + " jobs " + completed + " completed");
        return cluster.seconds(
                "SELECT EXTRACT(EPOCH FROM MAX(ended_at) - MIN(claimed_at)) FROM baton_job_history WHERE state = 4");
    }
}
