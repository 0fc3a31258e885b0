package io.baton.faults.cluster;

import io.baton.Rate;
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

    /** How long clients enqueue before the first fault, and after the last. */
    private static final Duration BESIDE_FAULTS = Duration.ofSeconds(10);

    /** How long after a fault a process may be without connections. */
    private static final Duration RECONNECT = Duration.ofSeconds(15);

    /** By how much a start may lag behind its admission. */
    private static final Duration JITTER = Duration.ofSeconds(2);

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
        try (History history = new History(Workplace.make(ClusterNodes.histories(directory)), "driver");
                ClusterNodes nodes = new ClusterNodes(kind, url, directory, reaper, history);
                ConfigurableApplicationContext client = nodes.client();
                WriteProbe probe = new WriteProbe(url, kind.user())) {
            JdbcOperations jdbc = client.getBean(JdbcOperations.class);
            ClusterTables tables = new ClusterTables(kind, jdbc);
            tables.create();
            declare(history);
            nodes.start(NODES);
            ClusterClients clients = new ClusterClients(client, history, seed);
            probe.start();
            clients.start();
            inject(new ClusterFaults(kind, cluster, nodes, probe, history, seed));
            clients.stop();
            report.check(clients.ended(), "clients have not ended");
            drain(client.getBean(RecurringJobs.class), tables);
            probe.stop();
            history.note(
                    "schedule",
                    "name",
                    SingleHandlers.SCHEDULE,
                    "every",
                    ClusterTables.MILLIS_BETWEEN_TICKS,
                    "from",
                    tables.firstTick(),
                    "to",
                    tables.lastTick(),
                    "missed",
                    "all",
                    "now",
                    System.currentTimeMillis());
            new FinalState(jdbc, history).write();
            System.out.println("clients saw " + clients.enqueues().failures() + ", the probe " + probe.failures());
            new ClusterChecker(tables, report).check(clients.enqueues().sent(), probe.acknowledged());
        }
        report.figures().put("violations", report.violations().size());
        complete = true;
    }

    /** Writes to the history what its events are judged by. All processes and servers have the clock of this machine. */
    private static void declare(History history) {
        Duration second = Duration.ofSeconds(1);
        int burst = Rate.of(ClusterWork.STARTS_PER_SECOND, second).burst();
        history.note(
                "settings",
                "dead-after",
                ClusterNodes.DEAD_AFTER.toMillis(),
                "heartbeat",
                ClusterNodes.HEARTBEAT.toMillis(),
                "reconnect",
                RECONNECT.toMillis(),
                "jitter",
                JITTER.toMillis());
        history.note("semaphore", "name", ClusterWork.GATE, "capacity", ClusterWork.PERMITS);
        history.note(
                "rate",
                "name",
                ClusterWork.RATE,
                "permits",
                ClusterWork.STARTS_PER_SECOND,
                "per",
                second.toMillis(),
                "burst",
                burst);
    }

    private void inject(ClusterFaults faults) {
        Await.pause(BESIDE_FAULTS);
        try {
            faults.run(ClusterFault.plan(kind, seed, PLANNED), FEWEST_FAULTS, lasts);
        } catch (RuntimeException e) {
            report.check(false, "the faults could not be injected: " + e);
            faults.repair();
        }
        Await.pause(BESIDE_FAULTS);
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
        boolean drained = Await.until(() -> holds(() -> tables.unfinished() == 0), LONGEST_DRAIN);
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
