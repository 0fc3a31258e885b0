package io.baton.benchmark;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * A drain of jobs that do nothing: cold, right after the start of a virtual machine, and warm, by a million; what it costs the server beside CPU.
 */
final class MillionWorkload implements Workload {

    private static final int COLD_SHARE = 5;
    private static final int WARM_UPS = 2;

    /** The one that was the fastest of all sizes in every run. */
    private static final Entrant PLAIN = Entrant.BEST_PLAIN.get(2);

    private static final String COLD = "cold";
    private static final String WARM = "warm";

    @Override
    public void run(Bench bench) throws Exception {
        int million = bench.size().full() ? Math.min(1_000_000, 5 * bench.size().backlog()) : 200_000;
        List<Entrant> entrants = List.of(Entrant.DB_SCHEDULER, PLAIN, Entrant.BATON, Entrant.BATON_HISTORY);
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            for (Team team : teams) {
                add(bench, team, COLD, million / COLD_SHARE);
            }
            for (Team team : teams) {
                for (int i = 0; i < WARM_UPS; i++) {
                    team.drain(million / COLD_SHARE / team.entrant.share());
                }
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    add(bench, team, WARM, million);
                }
            }
        });
        Report report = bench.report();
        report.figure("million.jobs", million);
        report.ratio("million.cold_cpu_ratio", cpu(COLD), PLAIN, Entrant.BATON);
        report.ratio("million.cold_ratio", rate(COLD), Entrant.BATON, PLAIN);
        report.ratio("million.cpu_ratio_to_best_plain", cpu(WARM), PLAIN, Entrant.BATON);
        report.ratio("million.history_cpu_ratio_to_best_plain", cpu(WARM), PLAIN, Entrant.BATON_HISTORY);
        report.ratio("million.ratio_to_best_plain", rate(WARM), Entrant.BATON, PLAIN);
        report.ratio("million.history_ratio_to_best_plain", rate(WARM), Entrant.BATON_HISTORY, PLAIN);
        report.ratio("million.ratio_to_db_scheduler", rate(WARM), Entrant.BATON, Entrant.DB_SCHEDULER);
        report.median("million.jobs_per_server_cpu_s", "million warm, jobs/server CPU s", Entrant.BATON);
        report.median("million.wal_bytes_per_job", "million warm, WAL bytes/job", Entrant.BATON);
        report.median("million.commits_per_job", "million warm, commits/job", Entrant.BATON);
    }

    private static String rate(String phase) {
        return "million " + phase + ", jobs/s";
    }

    private static String cpu(String phase) {
        return "million " + phase + ", CPU us/job";
    }

    private static void add(Bench bench, Team team, String phase, int jobs) throws Exception {
        Team.Drained drained = team.drain(jobs / team.entrant.share(), Server::work);
        DoubleUnaryOperator each = amount -> amount / drained.jobs();
        // or the server would do it beside the next one
        Server.execute(team.url, "VACUUM");
        Report report = bench.report();
        String start = "million " + phase;
        report.add(rate(phase), team.entrant, drained.perSecond());
        report.add(
                cpu(phase),
                team.entrant,
                1e6 * each.applyAsDouble(drained.jvmCpuSeconds() + drained.serverCpuSeconds()));
        report.add(start + ", JVM CPU us/job", team.entrant, 1e6 * each.applyAsDouble(drained.jvmCpuSeconds()));
        report.add(start + ", server CPU us/job", team.entrant, 1e6 * each.applyAsDouble(drained.serverCpuSeconds()));
        report.add(start + ", jobs/server CPU s", team.entrant, drained.jobs() / drained.serverCpuSeconds());
        report.add(start + ", WAL bytes/job", team.entrant, each.applyAsDouble((double)
                drained.work().walBytes()));
        report.add(start + ", commits/job", team.entrant, each.applyAsDouble((double)
                drained.work().commits()));
        report.add(start + " fill, us/job", team.entrant, 1e6 * each.applyAsDouble(drained.fillSeconds()));
    }
}
