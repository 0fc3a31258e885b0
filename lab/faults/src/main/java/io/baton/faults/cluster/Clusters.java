package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.history.CheckHistory;
import io.baton.history.HistoryWriter;
import io.baton.history.Verdict;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** The run of one cluster: faults beside clients and workers, then the checks. */
public final class Clusters {

    private static final int NODES = 3;
    private static final int FEWEST_FAULTS = 12;
    private static final int FEWEST_KINDS = 6;
    private static final double LONGEST_BEYOND_ELECTION = 15;

    /** More than there is time for. */
    private static final int PLANNED = 500;

    /** How long clients enqueue before the first fault, and after the last. */
    private static final Duration BESIDE_FAULTS = Duration.ofSeconds(10);

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
        List<String> urls = List.of(cluster.url(1), cluster.url(2));
        Path histories = Workplace.make(ClusterNodes.histories(directory));
        try (HistoryWriter history = new HistoryWriter(histories, "driver");
                ClusterNodes nodes = new ClusterNodes(kind, urls, directory, reaper, history);
                ConfigurableApplicationContext client = nodes.client();
                WriteProbe probe = new WriteProbe(urls.get(0), kind.user())) {
            Workload workload = new Workload(client, history, kind, ClusterWork.ENQUEUED, seed);
            nodes.start(NODES);
            probe.start();
            workload.start();
            inject(new ClusterFaults(kind, cluster, nodes, probe, history, seed));
            report.check(workload.stop(), "clients have not ended");
            report.check(workload.drain(LONGEST_DRAIN), "jobs have not ended");
            probe.stop();
            nodes.endAll();
            workload.end(report);
            System.out.println("clients saw " + workload.failures() + ", the probe " + probe.failures());
            long lost = probe.lost(client.getBean(JdbcOperations.class));
            report.check(lost == 0, "the database has lost " + lost + " rows of the probe that it had acknowledged");
            report.figures().put("rows_lost", lost);
        }
        judge(histories);
        complete = true;
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
        if (!recoveries.isEmpty()) {
            report.figures().put("recovery_p50_s", recoveries.get(recoveries.size() / 2));
            report.figures().put("recovery_max_s", recoveries.get(recoveries.size() - 1));
            report.figures().put("recovery_beyond_election_max_s", faults.longestBeyondElection());
            report.check(
                    faults.longestBeyondElection() <= LONGEST_BEYOND_ELECTION,
                    "no write for " + faults.longestBeyondElection() + " s after another node was the leader");
        }
    }

    private void judge(Path histories) {
        // no job has a share
        List<String> promises = CheckHistory.PROMISES.stream()
                .filter(promise -> !promise.equals("shares"))
                .toList();
        Verdict verdict = CheckHistory.check(histories, promises);
        System.out.println("histories: " + verdict.figures());
        long violations = report.violations().size() + verdict.figure("violations");
        report.violations().addAll(verdict.violations());
        report.figures().put("jobs", verdict.figure("jobs"));
        report.figures().put("lost", verdict.figure("lost"));
        report.figures().put("double", verdict.figure("double"));
        report.figures().put("violations", violations);
    }
}
