package io.baton.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The ratios that {@code .ci/run} holds, so that no job becomes dearer unseen: the CPU of plain SQL over that of Baton, JVM and server, in turns. Fails
 * if a ratio stays far below the recorded one.
 */
final class RatiosWorkload implements Workload {

    private static final Path RECORDED = Path.of("lab/benchmark/ratios.properties");

    /** The least share of the recorded ratio, since machines differ. */
    private static final double LEAST = 0.75;

    private static final int TURNS = 5;
    private static final int MOST_TURNS = 15;
    private static final int THREADS = 8;
    private static final int SINGLES = 10_000;
    private static final int MANY = 100_000;
    private static final String BULK = "CPU of a bulk enqueue, us/job";
    private static final String SINGLE = "CPU of single enqueues, us/job";
    private static final String DRAIN = "CPU of a drain, us/job";

    /** The one that claims as many at once as Baton does. */
    private static final Entrant PLAIN = Entrant.BEST_PLAIN.get(2);

    private static final Entrant DRAINING = Entrant.BATON.named("baton, drain");

    /** A ratio, and whose medians it is made of. */
    private record Ratio(String figure, String measure, Entrant plain, Entrant baton) {}

    private static final List<Ratio> RATIOS = List.of(
            new Ratio("ratios.bulk", BULK, Entrant.LEAN, Entrant.BATON),
            new Ratio("ratios.single", SINGLE, Entrant.LEAN, Entrant.BATON),
            new Ratio("ratios.drain", DRAIN, PLAIN, DRAINING));

    @Override
    public void run(Bench bench) throws Exception {
        Properties recorded = new Properties();
        try (var lines = Files.newBufferedReader(RECORDED)) {
            recorded.load(lines);
        }
        bench.withTeams(bench.postgres(), List.of(Entrant.LEAN, Entrant.BATON, PLAIN, DRAINING), 1, teams -> {
            take(bench, teams, new Report(System.out));
            List<String> low;
            int turns = 0;
            do {
                take(bench, teams, bench.report());
                turns += TURNS;
                low = low(bench.report(), recorded);
            } while (!low.isEmpty() && turns < MOST_TURNS);
            if (!low.isEmpty()) {
                throw new IllegalStateException("Below " + LEAST + " of what " + RECORDED + " says: " + low);
            }
        });
    }

    /** Reports the ratios; returns those that are too low. */
    private static List<String> low(Report report, Properties recorded) {
        List<String> low = new ArrayList<>();
        for (Ratio each : RATIOS) {
            double ratio = report.ratio(each.figure(), each.measure(), each.plain(), each.baton());
            if (ratio < LEAST * Double.parseDouble(recorded.getProperty(each.figure()))) {
                low.add(each.figure() + " " + ratio);
            }
        }
        return low;
    }

    /** Has the contestants take turns. */
    private static void take(Bench bench, List<Team> teams, Report report) throws Exception {
        for (int turn = 0; turn < TURNS; turn++) {
            for (Team team : teams) {
                bench.settleDisk(bench.postgres());
                if (team.entrant.equals(PLAIN) || team.entrant.equals(DRAINING)) {
                    Team.Drained drained = team.drain(MANY);
                    add(report, DRAIN, team, drained.jvmCpuSeconds() + drained.serverCpuSeconds(), MANY);
                } else {
                    add(report, BULK, team, team.cpu("fill", MANY), MANY);
                    add(report, SINGLE, team, team.cpu("enqueue", SINGLES, THREADS), SINGLES);
                }
            }
        }
    }

    private static void add(Report report, String measure, Team team, double seconds, int jobs) {
        report.add(measure, team.entrant, seconds / jobs * 1_000_000);
    }
}
