package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Jobs that do nothing, without limits, with limits beside them, and with a permit each, stored and drained in turns: by 8 threads, and by as many as
 * there are permits.
 */
record LimitedDrain(Bench bench) {

    private static final String RATE = "limits drain, jobs/s";
    private static final String STORE = "limits enqueue, us/job";
    private static final String COST = "limits enqueue and drain, us/job";
    private static final String CPU = "limits drain CPU, us/job";
    static final String PERMITS = "baton.semaphores.few=64";
    static final String THREADS = "baton.queues.work.concurrency=64";

    private static final Entrant PLAIN = Entrant.BATON.named("baton, no limits");
    private static final Entrant BESIDE =
            Entrant.BATON.named("baton, beside limits").with("job=crowd", PERMITS, "baton.semaphores.key=1");
    private static final Entrant LIMITED = Entrant.BATON.named("baton, limited").with("job=limited", PERMITS);
    private static final Entrant PLAIN_64 =
            Entrant.BATON.named("baton, 64 threads").with(THREADS);
    private static final Entrant LIMITED_64 =
            LIMITED.named("baton, limited, 64").with(THREADS);

    /** Jobs with a permit are dearer, so that fewer take as long. */
    private static final int SHARE = 5;

    private static final int USED = 200;

    void run() throws Exception {
        List<Entrant> entrants = List.of(PLAIN, BESIDE, LIMITED, PLAIN_64, LIMITED_64);
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            useLimits(teams.get(1));
            for (int i = 0; i < Drain.turnsToWarmUp(bench.size().turn()); i++) {
                for (Team team : teams) {
                    team.drain(jobs(team));
                }
            }
            List<Team> turns = new ArrayList<>(teams);
            for (int round = 0; round < 2 * bench.size().rounds(); round++) {
                for (Team team : turns) {
                    add(team.entrant, team.drain(jobs(team)));
                }
                Collections.reverse(turns);
            }
        });
        Report report = bench.report();
        report.ratio("limits.cost_ratio", COST, LIMITED_64, PLAIN_64);
        report.ratio("limits.cost_ratio_8_threads", COST, LIMITED, PLAIN);
        report.ratio("limits.drain_ratio", RATE, LIMITED_64, PLAIN_64);
        report.ratio("limits.drain_ratio_8_threads", RATE, LIMITED, PLAIN);
        report.ratio("limits.cpu_ratio", CPU, LIMITED_64, PLAIN_64);
        report.ratio("limits.cpu_ratio_8_threads", CPU, LIMITED, PLAIN);
        report.ratio("limits.enqueue_cost_ratio", STORE, LIMITED, PLAIN);
        report.ratio("limits.plain_ratio", RATE, BESIDE, PLAIN);
    }

    private int jobs(Team team) {
        int backlog = bench.size().turn();
        return team.entrant.settings().contains("job=limited") ? backlog / SHARE : backlog;
    }

    /** A node that has never had to do with a limit may save itself something. */
    private static void useLimits(Team team) throws Exception {
        team.askAll("expect", USED);
        team.askAll("on");
        team.first().ask("store", SaturatedKey.LIMITED, SaturatedKey.LIMITED + USED);
        Patience.upTo(Duration.ofMinutes(1)).until("limited jobs have run", () -> team.count() >= USED);
        team.awaitSettled();
        team.askAll("off");
    }

    private void add(Entrant entrant, Team.Drained drained) {
        double stored = drained.fillSeconds() / drained.jobs() * 1e6;
        double cpu = drained.jvmCpuSeconds() + drained.serverCpuSeconds();
        bench.report().add(RATE, entrant, drained.perSecond());
        bench.report().put(STORE, entrant, stored);
        bench.report().put(COST, entrant, stored + 1e6 / drained.perSecond());
        bench.report().put(CPU, entrant, cpu / drained.jobs() * 1e6);
    }
}
