package io.baton.faults.scenario;

import io.baton.faults.Report;

/** The jobs of thousands of types that no worker has known for long all end dead; one whose workers are away for minutes does not. */
final class ManyUnknownTypes implements Scenario {

    private static final int TYPES = 3_000;
    private static final String STORE = "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at)"
            + " SELECT ? || n, 'default', -1, clock_timestamp() - ?::interval, 1, clock_timestamp() - ?::interval"
            + " FROM generate_series(1, ?) n";

    @Override
    public String name() {
        return "unknown";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        cluster.jdbc.update(
                "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at, dead)"
                        + " VALUES ('resting', 'here', 1, gen_random_uuid(), '', '10 default', 'resting-1',"
                        + " clock_timestamp() - interval '3 hours', clock_timestamp() - interval '10 minutes', TRUE)");
        cluster.fault(() -> {
            cluster.jdbc.update(STORE, "unknown-", "2 hours", "2 hours", TYPES);
            cluster.jdbc.update(STORE, "resting-", "3 hours", "3 hours", 1);
            cluster.jdbc.update(STORE, "fresh-", "0 hours", "0 hours", 1);
        });
        cluster.ready("pause", "default", 1, "{\"millis\":10}");
        long start = System.nanoTime();
        cluster.node("--knows.work=true");
        boolean known = Cluster.await(() -> cluster.count("SELECT COUNT(*) FROM baton_job WHERE type = 'pause'") == 0);
        report.check(known, "a job of a known type waits behind those of unknown types");
        boolean over = Cluster.await(() -> left(cluster) == 0);
        long dead = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type LIKE 'unknown-%'");
        long waiting = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state <> 5");
        report.figures().put("left", left(cluster));
        report.figures().put("seconds", (System.nanoTime() - start) / 1e9);
        report.check(over && dead == TYPES, "of " + TYPES + " jobs of unknown types " + dead + " are dead");
        long wrong = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type NOT LIKE 'unknown-%'");
        report.figures().put("dead_too_early", wrong);
        report.check(waiting == 2, "of 2 jobs whose types may come back " + waiting + " wait");
        report.check(wrong == 0, "jobs are dead whose type was known less than an hour ago: " + wrong);
    }

    private static long left(Cluster cluster) {
        return cluster.count("SELECT COUNT(*) FROM baton_job WHERE state <> 5 AND type LIKE 'unknown-%'");
    }
}
