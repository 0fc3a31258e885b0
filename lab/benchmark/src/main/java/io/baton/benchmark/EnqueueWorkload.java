package io.baton.benchmark;

import java.sql.SQLException;
import java.util.List;

/** W1: enqueueing, one by one by 8 threads in transactions of their own, and in bulk. No worker runs; the tables fill. */
final class EnqueueWorkload implements Workload {

    private static final String SINGLE = "w1 one by one, jobs/s";
    private static final String BULK = "w1 bulk, jobs/s";
    private static final int THREADS = 8;

    /** By then the virtual machine has compiled what runs for every job. */
    private static final int WARM_UP = 20_000;

    private static final int WARM_UP_BULK = 10_000;

    @Override
    public void run(Bench bench) throws Exception {
        List<Entrant> entrants = bench.withPeers(Entrant.PLAIN, Entrant.LEAN, Entrant.BATON);
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            for (Team team : teams) {
                int share = Math.min(10, team.entrant.share());
                team.first().ask("fill", WARM_UP_BULK / share);
                team.first().ask("enqueue", WARM_UP / share, THREADS);
                Server.execute(team.url, "VACUUM ANALYZE");
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    measure(bench, team);
                }
            }
        });
        Report report = bench.report();
        report.ratio("w1.single_ratio_to_plain", SINGLE, Entrant.BATON, Entrant.PLAIN);
        report.ratio("w1.single_ratio_to_lean", SINGLE, Entrant.BATON, Entrant.LEAN);
        report.ratio("w1.bulk_ratio_to_plain", BULK, Entrant.BATON, Entrant.PLAIN);
        report.ratio("w1.single_ratio_to_db_scheduler", SINGLE, Entrant.BATON, Entrant.DB_SCHEDULER);
        report.ratio("w1.bulk_ratio_to_db_scheduler", BULK, Entrant.BATON, Entrant.DB_SCHEDULER);
    }

    private static void measure(Bench bench, Team team) throws Exception {
        int share = Math.min(10, team.entrant.share());
        int singles = bench.size().singles() / share;
        int bulk = bench.size().bulk() / share;
        long before = stored(team);
        bench.settleDisk(bench.postgres());
        double singleSeconds = team.first().number("enqueue", singles, THREADS) / 1e9;
        bench.settleDisk(bench.postgres());
        double bulkSeconds = team.first().number("fill", bulk) / 1e9;
        if (stored(team) - before != singles + bulk) {
            throw new IllegalStateException(team.entrant.name() + " did not store every job exactly once");
        }
        bench.report().add(SINGLE, team.entrant, singles / singleSeconds);
        bench.report().add(BULK, team.entrant, bulk / bulkSeconds);
    }

    private static long stored(Team team) throws SQLException {
        return Server.number(team.url, team.entrant.kind().unfinished());
    }
}
