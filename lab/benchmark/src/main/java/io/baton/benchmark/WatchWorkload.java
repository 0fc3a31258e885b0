package io.baton.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What monitoring costs: meters, traces, a scraper and two viewers of the dashboard. */
final class WatchWorkload implements Workload {

    private static final String RATE = "watch drain, jobs/s";
    private static final Entrant UNWATCHED = Entrant.BATON.named("baton, unwatched");
    static final Entrant WATCHED = Entrant.BATON.named("baton, watched").with("watched=yes");
    private static final int VIEWERS = 2;

    @Override
    public void run(Bench bench) throws Exception {
        drain(bench);
        idle(bench);
    }

    private static void drain(Bench bench) throws Exception {
        bench.withTeams(bench.postgres(), List.of(UNWATCHED, WATCHED), 1, teams -> {
            Jvm watched = teams.get(1).first();
            watched.ask("measure", "watchers", VIEWERS);
            List<Team> turns = new ArrayList<>(teams);
            int warmUps = Drain.turnsToWarmUp(bench.size().turn());
            for (int round = 0; round < warmUps + 3 * bench.size().rounds(); round++) {
                for (Team team : turns) {
                    double rate = team.drain(bench.size().turn()).perSecond();
                    if (round >= warmUps) {
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
}
