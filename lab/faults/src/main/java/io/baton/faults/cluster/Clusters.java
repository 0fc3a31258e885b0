package io.baton.faults.cluster;

import io.baton.RecurringJobs;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.TransactionException;

/** The run of one cluster: faults beside clients and workers, then the checks. */
public final class Clusters {

    private static final int NODES = 3;
    private static final int FEWEST_FAULTS = 12;
    private static final int FEWEST_KINDS = 6;

    /** More than there is time for. */
    private static final int PLANNED = 500;

    private static final Duration BEFORE_FAULTS = Duration.ofSeconds(10);
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(10);

    private final ClusterKind kind;
    private final Duration lasts;
    private final long seed;
    private final Report report;
    private boolean complete;

    private Clusters(ClusterKind kind, Duration lasts, long seed) {
        this.kind = kind;
        this.lasts = lasts;
        this.seed = seed;
        this.report = Report.of("cluster." + kind.script());
    }

    /**
     * Runs the cluster that is named, {@code patroni}, {@code galera} or {@code group}. What its processes wrote is kept if an invariant did not hold, or the run did not end.
     *
     * @param lasts for how long faults are injected, which are {@value #FEWEST_FAULTS} at least
     * @throws Unavailable if there can be no such cluster on this machine
     */
    public static Report run(List<String> names, Duration lasts, long seed) {
        Clusters run = new Clusters(ClusterKind.of(names), lasts, seed);
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                DatabaseCluster cluster = DatabaseCluster.start(run.kind, place.directory())) {
            System.out.println("seed " + seed + ", " + run.kind.script() + ", in " + place.directory());
            try {
                run.execute(place.directory(), reaper, cluster);
            } finally {
                if (!run.report.violations().isEmpty() || !run.complete) {
                    System.out.println("What the processes wrote is in " + place.directory());
                    place.keep();
                }
            }
        }
        return run.report;
    }

    private void execute(Path directory, Reaper reaper, DatabaseCluster cluster) {
        String url = cluster.url();
        try (History history = new History(directory.resolve("faults.history"));
                ClusterNodes nodes = new ClusterNodes(kind, url, directory, reaper);
                ConfigurableApplicationContext client = nodes.client();
                WriteProbe probe = new WriteProbe(url, kind.user(), history)) {
            ClusterTables tables = new ClusterTables(kind, client.getBean(JdbcOperations.class));
            tables.create();
            nodes.start(NODES);
            ClusterClients clients = new ClusterClients(client, history, seed);
            probe.start();
            clients.start();
            inject(new ClusterFaults(cluster, nodes, probe, history, seed));
            clients.stop();
            report.check(clients.ended(), "clients have not ended");
            drain(client.getBean(RecurringJobs.class), tables);
            probe.close();
            new ClusterChecker(tables, report).check(clients.sent(), probe.acknowledged());
        }
        report.figures().put("violations", report.violations().size());
        complete = true;
    }

    private void inject(ClusterFaults faults) {
        Await.pause(BEFORE_FAULTS);
        try {
            faults.run(ClusterFault.plan(kind, seed, PLANNED), FEWEST_FAULTS, lasts);
        } catch (RuntimeException e) {
            report.check(false, "the faults could not be injected: " + e);
            faults.repair();
        }
        List<Double> recoveries = faults.recoveries().stream().sorted().toList();
        int kinds = faults.kinds().size();
        report.check(
                recoveries.size() >= FEWEST_FAULTS && kinds >= FEWEST_KINDS,
                "nothing is proved by " + recoveries.size() + " faults of " + kinds + " kinds");
        report.figures().put("faults", recoveries.size());
        report.figures().put("kinds", kinds);
        if (!recoveries.isEmpty()) {
            report.figures().put("recovery_p50_s", recoveries.get(recoveries.size() / 2));
            report.figures().put("recovery_max_s", recoveries.get(recoveries.size() - 1));
        }
    }

    private void drain(RecurringJobs recurring, ClusterTables tables) {
        boolean paused = Await.until(
                () -> holds(() -> {
                    recurring.pause(SingleHandlers.SCHEDULE);
                    return true;
                }),
                LONGEST_DRAIN);
        boolean drained = Await.until(() -> holds(tables::drained), LONGEST_DRAIN);
        report.check(paused && drained, "jobs have not ended: " + tables.unfinished());
    }

    /** Returns whether a condition holds, which it does not while the database does not respond. */
    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }
}
