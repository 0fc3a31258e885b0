package io.baton.benchmark;

import io.baton.benchmark.baton.WeightedShares;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shares with the weights 1, 2 and 4 and backlogs of a minute, as long as all have jobs: how far the part of one, of the starts or of the time of the
 * runs, is from that of its weight.
 */
record FairWeights(Bench bench) {

    private static final int LONGEST_SECONDS = 60;
    private static final long WINDOW_NANOS = 10_000_000_000L;
    private static final int WARM_UP = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String ERROR = "fair weights, error in 10 s";
    private static final Entrant BY_JOBS = Entrant.BATON
            .named("baton, by jobs")
            .with("job=weighted", "baton.queues.work.weights.weight-2=2", "baton.queues.work.weights.weight-4=4");
    private static final Entrant BY_TIME =
            BY_JOBS.named("baton, by time").with("weighted.mixed=true", "baton.queues.work.cost=time");

    /** How many jobs the eight threads run in a second, about. */
    private static final int JOBS_PER_SECOND = 6_000;

    private static final int MIXED_PER_SECOND = 285;

    void run() throws Exception {
        int seconds = Math.min(LONGEST_SECONDS, bench.size().spans().mixed());
        bench.report().figure("fair.weight_error", measure(BY_JOBS, false, seconds * JOBS_PER_SECOND));
        bench.report().figure("fair.weight_error_by_time", measure(BY_TIME, true, seconds * MIXED_PER_SECOND));
    }

    private double measure(Entrant entrant, boolean mixed, int about) throws Exception {
        int cycle = WeightedShares.cycle(mixed);
        try (Team team = bench.team(bench.postgres(), entrant, 1)) {
            if (!mixed) {
                run(team, WARM_UP / cycle * cycle);
            }
            int jobs = about / cycle * cycle;
            return error(entrant, run(team, jobs), jobs, mixed);
        }
    }

    /** Returns when each job began and ended. */
    private Runs run(Team team, int jobs) throws Exception {
        team.askAll("expect", 2 * jobs);
        team.first().ask("fill", jobs);
        Server.execute(team.url, bench.postgres().tidyUp());
        bench.settleDisk(bench.postgres());
        team.askAll("on");
        Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= 2L * jobs);
        team.awaitSettled();
        team.askAll("off");
        Runs runs = team.runs();
        runs.verify();
        return runs;
    }

    private double error(Entrant entrant, Runs runs, int jobs, boolean mixed) {
        Map<Integer, Long> lasts = new HashMap<>();
        for (int job = 0; job < jobs; job++) {
            lasts.merge(WeightedShares.weight(job, mixed), runs.startedAt(2 * job), Math::max);
        }
        long end = lasts.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        long first = runs.first();
        bench.report().note(entrant.name() + ": all shares had jobs for " + (end - first) / 1_000_000 + " ms");
        for (long from = first; from + WINDOW_NANOS <= end; from += WINDOW_NANOS) {
            bench.report().put(ERROR, entrant, error(parts(runs, jobs, mixed, from, from + WINDOW_NANOS)));
        }
        Map<Integer, Double> parts = parts(runs, jobs, mixed, first, end);
        bench.report().note(entrant.name() + ": parts of the shares, by weight: " + parts);
        return error(parts);
    }

    /** Returns which part of all starts, or of the time of all runs, each share had between two times. */
    private static Map<Integer, Double> parts(Runs runs, int jobs, boolean mixed, long from, long until) {
        Map<Integer, Double> used = new TreeMap<>();
        for (int job = 0; job < jobs; job++) {
            long start = runs.startedAt(2 * job);
            long end = Math.min(until, runs.startedAt(2 * job + 1));
            double more = mixed ? Math.max(0, end - Math.max(from, start)) : start >= from && start < until ? 1 : 0;
            used.merge(WeightedShares.weight(job, mixed), more, Double::sum);
        }
        double all = used.values().stream().mapToDouble(Double::doubleValue).sum();
        used.replaceAll((weight, part) -> part / all);
        return used;
    }

    private static double error(Map<Integer, Double> parts) {
        double weights = parts.keySet().stream().mapToInt(Integer::intValue).sum();
        return parts.entrySet().stream()
                .mapToDouble(share -> Math.abs(share.getValue() * weights / share.getKey() - 1))
                .max()
                .orElseThrow();
    }
}
