package io.baton.benchmark;

import java.util.List;

/** How long the dashboard searches among millions of jobs. */
final class SearchWorkload implements Workload {

    private static final String SEARCH = "search, ms: ";
    private static final int SEARCHES = 9;
    private static final int JOBS = 5_000_000;

    @Override
    public void run(Bench bench) throws Exception {
        try (Team team = bench.team(bench.postgres(), WatchWorkload.WATCHED, 1)) {
            Server.execute(
                    team.url,
                    "INSERT INTO baton_job (type, queue, created_at, payload, job_rank, due_at, state, labels, died_at)"
                            + " SELECT CASE WHEN n = 1000 THEN 'rare' ELSE 'noop' END, 'work', now(), '{}',"
                            + " CASE WHEN n % 3 = 0 THEN -9 ELSE 0 END, now(),"
                            + " CASE WHEN n % 100 = 0 THEN 5 WHEN n % 3 = 0 THEN 0 ELSE 1 END,"
                            + " CASE WHEN n % 50 = 0 THEN '{\"customer\":\"' || n % 1000 || '\"}' END,"
                            + " CASE WHEN n % 100 = 0 THEN now() END FROM generate_series(1, "
                            + JOBS + ") AS n");
            Server.execute(team.url, "VACUUM ANALYZE");
            String answer = "";
            for (int warm = 0; warm < 2; warm++) {
                answer = team.first().ask("measure", "searches", SEARCHES);
            }
            double slowest = 0;
            for (String way : List.of(answer.split(" ", -1))) {
                int equals = way.lastIndexOf('=');
                double millis = Double.parseDouble(way.substring(equals + 1));
                bench.report().add(SEARCH + way.substring(0, equals), WatchWorkload.WATCHED, millis);
                slowest = Math.max(slowest, millis);
            }
            bench.report().figure("dashboard.search_5m_ms", slowest);
        }
    }
}
