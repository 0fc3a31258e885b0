package io.baton.faults.scenario;

import io.baton.faults.Report;

/** A dead worker that held more jobs than a statement takes parameters, and another one that held a few. */
final class ManyHeldJobs implements Scenario {

    private static final int MANY = 100_000;
    private static final int FEW = 5;

    @Override
    public String name() {
        return "unlock";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        long large = silent(cluster, "large");
        long small = silent(cluster, "small");
        cluster.fault(() -> hold(cluster, large, MANY));
        cluster.fault(() -> hold(cluster, small, FEW));
        cluster.node("--knows.work=true", "--baton.worker.queues=default");
        long start = System.nanoTime();
        boolean few = Cluster.await(() -> held(cluster, small) == 0);
        report.figures().put("few_seconds", (System.nanoTime() - start) / 1e9);
        boolean many = Cluster.await(() -> held(cluster, large) == 0);
        report.figures().put("seconds", (System.nanoTime() - start) / 1e9);
        report.figures().put("left", held(cluster, large));
        report.check(few, "the jobs of a small worker are not reclaimed beside a large one");
        report.check(many, "a worker that held " + MANY + " jobs still holds " + held(cluster, large));
        long ready = cluster.count("SELECT COUNT(*) FROM baton_job WHERE queue = 'held' AND state = 1");
        report.check(ready == MANY + FEW, "of " + (MANY + FEW) + " held jobs " + ready + " are ready again");
    }

    private static long silent(Cluster cluster, String name) {
        return cluster.count(
                "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at)"
                        + " VALUES (?, 'here', 1, gen_random_uuid(), '', '100000 held', 'pause', clock_timestamp(), clock_timestamp())"
                        + " RETURNING id",
                name);
    }

    private static void hold(Cluster cluster, long worker, int jobs) {
        cluster.jdbc.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, created_at, payload, lock_id, worker_id, claimed_at)"
                        + " SELECT 'pause', 'held', -1, clock_timestamp(), 2, 1, clock_timestamp(), '{\"millis\":1}',"
                        + " gen_random_uuid(), ?, clock_timestamp() FROM generate_series(1, ?)",
                worker,
                jobs);
    }

    private static long held(Cluster cluster, long worker) {
        return cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id = ?", worker);
    }
}
