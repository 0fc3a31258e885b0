package io.baton.benchmark;

import java.util.List;

/** How long the dashboard searches, and explains why a job does not run, among millions of jobs. */
final class SearchWorkload implements Workload {

    private static final String SEARCH = "search, ms: ";
    private static final int SEARCHES = 9;
    private static final int JOBS = 5_000_000;

    /** One job a second until now; each hundredth is dead, with an error of two kilobytes. */
    private static final String ROWS =
            "INSERT INTO baton_job (type, queue, created_at, payload, job_rank, due_at, state, labels, died_at, error)"
                    + " SELECT CASE WHEN n = 1000 THEN 'rare' ELSE 'noop' END, 'work', %1$s, '{}',"
                    + " CASE WHEN MOD(n, 3) = 0 THEN -9 ELSE 0 END, now(),"
                    + " CASE WHEN MOD(n, 100) = 0 THEN 5 WHEN MOD(n, 3) = 0 THEN 0 ELSE 1 END,"
                    + " CASE WHEN MOD(n, 50) = 0 THEN CONCAT(%2$s, 'customer=', MOD(n, 1000), %2$s) END,"
                    + " CASE WHEN MOD(n, 100) = 0 THEN now() END,"
                    + " CASE WHEN MOD(n, 100) = 0 THEN CONCAT('io.shop.Failed: ', n, REPEAT(' at io.shop.Call', 130)) END"
                    + " FROM %3$s";

    private double slowestDiagnosis;
    private double slowestQueues;

    @Override
    public void run(Bench bench) throws Exception {
        double postgres = measure(
                bench,
                bench.postgres(),
                "",
                ROWS.formatted(
                        "now() - (" + JOBS + " - n) * INTERVAL '1 second'",
                        "chr(10)",
                        "generate_series(1, " + JOBS + ") AS n"));
        double mariaDb = measure(
                bench,
                bench.mariaDb(),
                "_mariadb",
                ROWS.formatted(
                        "now(6) - INTERVAL (" + JOBS + " - n) SECOND",
                        "char(10)",
                        "(SELECT seq AS n FROM seq_1_to_" + JOBS + ") AS numbers"));
        bench.report().figure("console.search_5m_ms", Math.max(postgres, mariaDb));
        bench.report().figure("console.diagnose_p95_ms", slowestDiagnosis);
        bench.report().figure("console.queues_5m_ms", slowestQueues);
    }

    private double measure(Bench bench, Server server, String suffix, String rows) throws Exception {
        double slowest = 0;
        try (Team team = bench.team(server, WatchWorkload.WATCHED, 1)) {
            Server.execute(team.url, rows);
            Server.execute(team.url, server.tidyUp());
            String answer = "";
            for (int warm = 0; warm < 2; warm++) {
                answer = team.first().ask("measure", "searches", SEARCHES);
            }
            for (String way : List.of(answer.split(" ", -1))) {
                int equals = way.lastIndexOf('=');
                double millis = Double.parseDouble(way.substring(equals + 1));
                bench.report().add(SEARCH + way.substring(0, equals) + suffix, WatchWorkload.WATCHED, millis);
                if (way.startsWith("diagnosis")) {
                    slowestDiagnosis = Math.max(slowestDiagnosis, millis);
                } else if (way.startsWith("queues")) {
                    slowestQueues = Math.max(slowestQueues, millis);
                } else {
                    slowest = Math.max(slowest, millis);
                }
            }
            bench.report().figure("dashboard.search_5m_ms" + suffix, slowest);
        }
        return slowest;
    }
}
