package io.baton.faults.scenario;

import io.baton.faults.Report;
import java.time.Duration;

/** Jobs that workers died of run without delaying other jobs, also beside handlers that take long. */
final class SuspectsBesideOthers implements Scenario {

    private static final int COUNT = 3;
    private static final int CRASHES = 2;
    private static final String SUSPECTS =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, crashes, created_at, payload)"
                    + " SELECT 'pause', 'default', -100, clock_timestamp(), 1, ?, clock_timestamp(), '{\"millis\":1000}'"
                    + " FROM generate_series(1, ?)";
    private static final int FEEDS = 60;
    private static final Duration BETWEEN_FEEDS = Duration.ofMillis(100);

    @Override
    public String name() {
        return "suspects";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        NodeProcess node = cluster.node("--knows.work=true", "--baton.worker.concurrency=10");
        cluster.ready("long", "long", 1, "{\"millis\":60000}");
        Cluster.require(() -> node.starts() == 1, "the long handler does not start");
        cluster.ready("pause", "default", 50, "{\"millis\":10}");
        Cluster.require(() -> node.starts() == 51, "small jobs do not start");
        cluster.fault(() -> cluster.jdbc.update(SUSPECTS, CRASHES, COUNT));
        for (int i = 0; i < FEEDS; i++) {
            cluster.ready("pause", "default", 20, "{\"millis\":10}");
            Cluster.pause(BETWEEN_FEEDS);
        }
        boolean ran = Cluster.await(
                () -> cluster.count("SELECT COUNT(*) FROM baton_job WHERE crashes >= 2 AND queue = 'default'") == 0,
                Duration.ofSeconds(40));
        Cluster.require(
                () -> cluster.count("SELECT COUNT(*) FROM baton_job WHERE queue = 'default'") == 0,
                "small jobs are left over");
        long suspects = cluster.count("SELECT COUNT(*) FROM baton_job_history WHERE job_rank = -100 AND state = 4");
        double stall = cluster.seconds(
                "SELECT MAX(gap) FROM (SELECT EXTRACT(EPOCH FROM ended_at - LAG(ended_at)"
                        + " OVER (ORDER BY ended_at)) AS gap FROM baton_job_history WHERE job_rank = -1 AND type = 'pause') AS gaps");
        report.figures().put("stall_s", stall);
        report.check(stall <= 1, "suspects hold up other work");
        report.check(suspects == COUNT, "of " + COUNT + " suspects " + suspects + " completed");
        report.check(ran, "suspects do not run beside a handler that takes long");
        report.check(
                cluster.count("SELECT COUNT(*) FROM baton_job WHERE type = 'long' AND state = 2") == 1,
                "the long handler was over too early to prove anything");
    }
}
