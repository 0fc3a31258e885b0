package io.baton.faults.scenario;

import io.baton.faults.Report;

/** The table is truncated, its ids start anew, and history has them already. */
final class RepeatedIds implements Scenario {

    private static final int JOBS = 50;

    @Override
    public String name() {
        return "ids";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.node("--knows.work=true");
        cluster.fault(cluster.tables::restartIds);
        for (int i = 0; i < 2; i++) {
            cluster.ready("effect", "default", JOBS, "{\"millis\":1}");
            cluster.ready("pause", "default", JOBS, "{\"millis\":1}");
            report.check(Cluster.await(cluster::drained), "jobs are left over");
            cluster.fault(cluster.tables::restartIds);
        }
        long effects = cluster.count("SELECT COUNT(*) FROM effect");
        long ended = cluster.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        report.figures().put("effects", effects);
        report.check(effects == 2 * JOBS, "of " + 2 * JOBS + " jobs with effects " + effects + " had them");
        report.check(ended == 2 * JOBS, "history knows " + ended + " of the last " + 2 * JOBS + " jobs");
    }
}
