package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** W5: {@code kill -9} of a JVM that runs 100 jobs, until all of them run on another node. */
final class CrashWorkload implements Workload {

    private static final int JOBS = 100;
    private static final String RECOVERY = "w5 kill to last job on another node, s";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long LONGEST_BEAT_NANOS = 2_000_000_000L;

    private static final Entrant DEFAULT =
            new Entrant("baton, default", Entrant.Kind.BATON, 1, List.of("baton.queues.work.concurrency=" + JOBS));
    private static final Entrant FASTEST = DEFAULT.named("baton, fastest")
            .with("baton.worker.heartbeat=200ms", "baton.worker.dead-after=1s", "baton.worker.poll-interval=200ms");

    @Override
    public void run(Bench bench) throws Exception {
        for (Entrant entrant : entrants(bench)) {
            try (Team survivor = bench.team(bench.postgres(), entrant, 1)) {
                survivor.askAll("on");
                for (int i = 0; i < bench.size().crashes(); i++) {
                    bench.report().add(RECOVERY, entrant, recovery(bench, survivor));
                }
            }
        }
        Report report = bench.report();
        report.median("w5.default_median_s", RECOVERY, DEFAULT);
        report.figure("w5.default_worst_s", report.spread(RECOVERY, DEFAULT).most());
        report.median("w5.fastest_median_s", RECOVERY, FASTEST);
    }

    private static List<Entrant> entrants(Bench bench) {
        List<Entrant> entrants = new ArrayList<>(List.of(DEFAULT, FASTEST));
        if (bench.size().full()) {
            entrants.add(Entrant.DB_SCHEDULER.named("db-scheduler, fastest").with("threads=" + JOBS, "heartbeat=1000"));
            entrants.add(Entrant.JOBRUNR.named("jobrunr, fastest").with("threads=" + JOBS));
            entrants.add(Entrant.QUARTZ.named("quartz, default").with("threads=" + JOBS));
        }
        return entrants;
    }

    private static double recovery(Bench bench, Team survivor) throws Exception {
        survivor.askAll("off");
        try (Team victim = Team.of(bench, bench.postgres(), survivor.entrant, survivor.url, 1)) {
            victim.askAll("expect", JOBS);
            survivor.askAll("expect", JOBS);
            victim.askAll("hold");
            victim.first().ask("fill", JOBS);
            victim.askAll("on");
            Patience.upTo(PATIENCE).until("the victim runs all jobs", () -> victim.count() == JOBS);
            survivor.askAll("on");
            // the heartbeats of the two come at any distance
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_BEAT_NANOS) + LONGEST_BEAT_NANOS);
        }
        // closing is killing
        long killed = System.nanoTime();
        Patience.upTo(PATIENCE).until("the survivor runs all jobs", () -> survivor.count() == JOBS);
        Runs runs = survivor.runs();
        runs.verify();
        return (runs.last() - killed) / 1e9;
    }
}
