package io.baton.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What monitoring costs: meters, traces, a scraper and two viewers of the dashboard; and how long the dashboard searches. */
final class WatchWorkload implements Workload {

    private static final String RATE = "watch drain, jobs/s";
    private static final String SEARCH = "watch search, ms: ";
    private static final Entrant UNWATCHED = Entrant.BATON.named("baton, unwatched");
    private static final Entrant WATCHED = Entrant.BATON.named("baton, watched").with("watched=yes");
    private static final int VIEWERS = 2;
    private static final int WARM_UPS = 3;
    private static final int SEARCHES = 9;
    private static final int JOBS = 5_000_000;

    @Override
    public void run(Bench bench) throws Exception {
        drain(bench);
        idle(bench);
        search(bench);
    }

    private static void drain(Bench bench) throws Exception {
        bench.withTeams(bench.postgres(), List.of(UNWATCHED, WATCHED), 1, teams -> {
            Jvm watched = teams.get(1).first();
            watched.ask("measure", "watchers", VIEWERS);
            List<Team> turns = new ArrayList<>(teams);
            for (int round = 0; round < WARM_UPS + 3 * bench.size().rounds(); round++) {
                for (Team team : turns) {
                    double rate = team.drain(bench.size().backlog()).perSecond();
                    if (round >= WARM_UPS) {
                        bench.report().add(RATE, team.entrant, rate);
                    }
                }
                Collections.reverse(turns);
            }
            bench.report().note("scrapes and samples: " + watched.ask("measure", "watchers", 0));
        });
        bench.report().ratio("watch.drain_ratio", RATE, WATCHED, UNWATCHED);
    }

    private static void idle(Bench bench) throws Exception {
        Entrant shipped = WATCHED.asShipped().with("watched=yes");
        IdleWorkload.measure(bench, shipped);
        bench.report().median("watch.statements_per_s_idle", IdleWorkload.all(1), shipped);
        bench.report().median("watch.statements_per_s_idle_ten", IdleWorkload.all(IdleWorkload.MANY), shipped);
        bench.report().median("watch.queries_per_s_idle", IdleWorkload.queries(1), shipped);
        bench.report().median("watch.queries_per_s_idle_ten", IdleWorkload.queries(IdleWorkload.MANY), shipped);
    }

    private static void search(Bench bench) throws Exception {
        try (Team team = bench.team(bench.postgres(), WATCHED, 1)) {
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
                bench.report().add(SEARCH + way.substring(0, equals), WATCHED, millis);
                slowest = Math.max(slowest, millis);
            }
            bench.report().figure("dashboard.search_5m_ms", slowest);
        }
    }
}
