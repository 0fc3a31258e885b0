package io.baton.faults.step;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.cluster.LeaderLoss;
import io.baton.faults.limit.Clock;
import io.baton.faults.limit.LimitNodes;
import io.baton.faults.limit.ProcessFaults;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiFunction;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Three processes run jobs of seven steps and the jobs that send signals to them or cancel them, and are killed and frozen until all have ended. If the database is a
 * cluster, it loses its leader once.
 */
public final class StepFaults {

    private static final int NODES = 3;
    /** If no job ends for so long, those that are left are stuck. */
    private static final Duration STALLED = Duration.ofMinutes(1);

    private static final Duration STARTS = Duration.ofMinutes(5);
    private static final int FEWEST_PER_SECOND = 5;

    private final Report report = Report.of("steps");
    private final JdbcOperations jdbc;
    private final StepWorkload workload;
    private final LeaderLoss loss;
    private final LimitNodes nodes;
    private final ProcessFaults faults;
    private final Duration longest;

    private StepFaults(Cluster cluster, ConfigurableApplicationContext context, Server server, int count, long seed) {
        this.jdbc = context.getBean(JdbcOperations.class);
        Clock clock = new Clock(server.kind(), jdbc);
        this.loss = new LeaderLoss(server, clock);
        this.workload = new StepWorkload(context, server.kind(), count, loss.isOfCluster(), seed);
        this.nodes = new LimitNodes(
                cluster,
                clock,
                "--kind=" + server.kind(),
                "--baton.queues." + StepWork.QUEUE + ".concurrency=8",
                // of a cluster whose leader is dead, the first attempt may take too long
                "--spring.datasource.hikari.initialization-fail-timeout=60000",
                "--spring.datasource.hikari.maximum-pool-size=24",
                "--spring.datasource.hikari.minimum-idle=2");
        this.faults = new ProcessFaults(nodes, new Random(seed), loss::before);
        this.longest = STARTS.plusSeconds(count / FEWEST_PER_SECOND);
    }

    /**
     * Runs so many jobs of seven steps. What the processes wrote is kept if something is wrong.
     *
     * @param database starts a server in a directory, or a cluster, which loses its leader
     * @throws io.baton.faults.cluster.Unavailable if there can be no such cluster on this machine
     */
    public static Report run(BiFunction<Path, Reaper, Server> database, int count, long seed) {
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory())) {
            return run(database.apply(place.directory(), reaper), place, reaper, count, seed);
        }
    }

    /** The server is closed. */
    private static Report run(Server server, Workplace place, Reaper reaper, int count, long seed) {
        try (Cluster cluster = new Cluster(place.directory(), reaper, server, StepApp.class);
                ConfigurableApplicationContext context = cluster.withoutWorker()) {
            System.out.println("seed " + seed + ", " + server.kind() + ", in " + place.directory());
            StepFaults faults = new StepFaults(cluster, context, server, count, seed);
            try {
                faults.execute();
            } catch (RuntimeException e) {
                faults.report.check(false, "steps could not be tried: " + e);
            } finally {
                faults.workload.stop();
            }
            if (!faults.report.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
            return faults.report;
        }
    }

    private void execute() {
        long start = System.nanoTime();
        // the first leaves an archive of classes, by which the others start faster
        nodes.start(1);
        nodes.stop(nodes.get(0));
        nodes.start(NODES);
        workload.start();
        faults.execute(() -> workload.isOver(STALLED) || System.nanoTime() - start > longest.toNanos());
        boolean isOver = Await.until(() -> workload.isOver(STALLED), longest);
        workload.stop();
        report.check(isOver, "jobs still run after " + longest);
        nodes.killAll();
        workload.judge(report);
        long refused = Objects.requireNonNull(jdbc.queryForObject(
                "SELECT SUM(most) FROM (SELECT MAX(refused) AS most FROM step_row GROUP BY node) AS nodes",
                Long.class));
        StepWorkload.happened(report, "refused", refused);
        faults.report(report);
        loss.report(report);
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
    }
}
