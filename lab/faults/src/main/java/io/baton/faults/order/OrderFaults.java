package io.baton.faults.order;

import io.baton.Jobs;
import io.baton.Shares;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.cluster.LeaderLoss;
import io.baton.faults.limit.Clock;
import io.baton.faults.limit.LimitNodes;
import io.baton.faults.limit.ProcessFaults;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.history.Verdict;
import io.baton.job.ShareNames;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Three processes run the jobs of 200 sequences and of six shares, which are paused and resumed, and are killed and frozen until all have ended. If the database
 * is a cluster, it loses its leader once.
 */
public final class OrderFaults {

    private static final int SEQUENCES = 200;
    private static final int NODES = 3;
    /** Without a run for so long, what is left does not run any more. */
    private static final Duration STALLED = Duration.ofMinutes(2);

    private static final int FEWEST_PER_SECOND = 50;
    private static final Duration STARTS = Duration.ofMinutes(5);
    /** All processes, in a history. */
    private static final String ALL = "*";

    private final Report report = Report.of("sequences");
    private final JdbcOperations jdbc;
    private final Clock clock;
    private final LimitNodes nodes;
    private final Shares shares;
    private final Senders senders;
    private final SharePauses pauses;
    private final ReadyJobs ready;
    private final ShareHistory history;
    private final ProcessFaults faults;
    private final LeaderLoss loss;
    private final Duration longest;
    private long runs;
    private long since;

    private OrderFaults(
            Cluster cluster,
            ConfigurableApplicationContext context,
            Server server,
            Path histories,
            int jobs,
            long seed) {
        this.history = new ShareHistory(histories);
        this.shares = context.getBean(Shares.class);
        this.jdbc = context.getBean(JdbcOperations.class);
        this.clock = new Clock(server.kind(), jdbc);
        this.loss = new LeaderLoss(server, clock);
        this.senders = new Senders(
                context.getBean(Jobs.class),
                new TransactionTemplate(context.getBean(PlatformTransactionManager.class)),
                clock,
                this::unfinished,
                SEQUENCES,
                jobs,
                seed);
        this.pauses = new SharePauses(shares, clock);
        this.ready = new ReadyJobs(clock);
        this.nodes = new LimitNodes(
                cluster,
                clock,
                "--kind=" + server.kind(),
                "--baton.queues." + OrderWork.QUEUE + ".concurrency=8",
                "--baton.queues." + OrderWork.QUEUE + ".weights.tenant-2=" + OrderWork.WEIGHTS.get("tenant-2"),
                "--baton.worker.dead-after=" + ShareHistory.DEAD_AFTER.toMillis() + "ms",
                // of a cluster whose leader is dead, the first attempt may take too long
                "--spring.datasource.hikari.initialization-fail-timeout=60000",
                "--spring.datasource.hikari.maximum-pool-size=24",
                "--spring.datasource.hikari.minimum-idle=2");
        this.faults = new ProcessFaults(nodes, new Random(seed), loss::before);
        this.longest = STARTS.plusSeconds((long) SEQUENCES * jobs / FEWEST_PER_SECOND);
    }

    /**
     * Runs it. What the processes wrote is kept if something is wrong.
     *
     * @param database starts a server in a directory, or a cluster, which loses its leader
     * @param jobs of each sequence
     * @throws io.baton.faults.cluster.Unavailable if there can be no such cluster on this machine
     */
    public static Report run(BiFunction<Path, Reaper, Server> database, int jobs, long seed) {
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory())) {
            return run(database.apply(place.directory(), reaper), place, reaper, jobs, seed);
        }
    }

    /** The server is closed. */
    private static Report run(Server server, Workplace place, Reaper reaper, int jobs, long seed) {
        try (Cluster cluster = new Cluster(place.directory(), reaper, server, OrderApp.class);
                ConfigurableApplicationContext context =
                        cluster.withoutWorker("--spring.datasource.hikari.maximum-pool-size=16")) {
            System.out.println("seed " + seed + ", " + server.kind() + ", in " + place.directory());
            OrderFaults faults =
                    new OrderFaults(cluster, context, server, place.directory().resolve("histories"), jobs, seed);
            try {
                faults.execute();
            } catch (RuntimeException e) {
                faults.report.check(false, "sequences could not be tried: " + e);
            } finally {
                faults.senders.stop();
                faults.pauses.stop();
                faults.ready.stop();
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
        makeTable();
        // the other weights are those of the nodes' configuration
        shares.setWeight(OrderWork.QUEUE, "tenant-4", OrderWork.WEIGHTS.getOrDefault("tenant-4", 1));
        // the first leaves an archive of classes, by which the others start faster
        nodes.start(1);
        nodes.stop(nodes.get(0));
        nodes.start(NODES);
        senders.start();
        pauses.start();
        ready.start();
        since = System.nanoTime();
        faults.execute(() -> isOver() || System.nanoTime() - start > longest.toNanos());
        boolean isOver = Await.until(this::isOver, longest);
        senders.stop();
        pauses.stop();
        ready.stop();
        report.check(isOver, "jobs still run after " + longest);
        report.check(senders.failure() == null, "jobs could not be enqueued: " + senders.failure());
        judge();
        nodes.killAll();
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
    }

    private void makeTable() {
        String identity = clock.kind() == Server.Kind.MARIADB
                ? "bigint AUTO_INCREMENT PRIMARY KEY"
                : "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
        jdbc.execute("CREATE TABLE handler_run (n " + identity + ", job_id bigint NOT NULL, attempt integer NOT NULL,"
                + " node varchar(50) NOT NULL, refused bigint NOT NULL, entered bigint NOT NULL,"
                + " held integer NOT NULL, queue varchar(310), left_at bigint, held_at_end integer, effect integer)");
    }

    private boolean isOver() {
        long now = count("SELECT COALESCE(MAX(n), 0) FROM handler_run");
        if (now != runs) {
            runs = now;
            since = System.nanoTime();
        }
        return (senders.ended() && unfinished() == 0) || System.nanoTime() - since > STALLED.toNanos();
    }

    private void judge() {
        List<SequenceHistory.Sent> sent = senders.sent();
        Set<Long> completed =
                new HashSet<>(jdbc.queryForList("SELECT id FROM baton_job_history WHERE state = 4", Long.class));
        List<SequenceHistory.Run> all = jdbc.query(
                "SELECT job_id, node, entered, held, left_at, held_at_end FROM handler_run ORDER BY n",
                (row, number) -> {
                    Number left = (Number) row.getObject(5);
                    return new SequenceHistory.Run(
                            row.getLong(1),
                            row.getLong(3),
                            row.getInt(4) == 1,
                            left == null ? SequenceHistory.NEVER : left.longValue(),
                            row.getInt(6) == 1,
                            nodes.end(row.getString(2)));
                });
        SequenceHistory sequences = new SequenceHistory(sent, all, completed);
        report.violations().addAll(sequences.violations());
        zero("inversions", sequences.inversions());
        zero("overlaps", sequences.overlaps());
        zero("stuck", sequences.stuck());
        zero("lost", sent.stream().filter(job -> !completed.contains(job.job())).count());
        zero(
                "double",
                count("SELECT COUNT(*) FROM (SELECT job_id FROM handler_run WHERE effect = 1 GROUP BY job_id"
                        + " HAVING COUNT(*) > 1) AS twice"));
        zero("left", count("SELECT COUNT(*) FROM baton_sequence") + count("SELECT COUNT(*) FROM baton_turn"));
        judgeShares(sent);
        report.figures().put("jobs", sent.size());
        report.figures().put("runs", all.size());
        happened("late_commits", sequences.late());
        report.figures().put("fenced", sequences.fenced());
        happened(
                "refused",
                count("SELECT SUM(most) FROM (SELECT MAX(refused) AS most FROM handler_run GROUP BY node) AS nodes"));
        report.figures().put("refused_enqueues", senders.failed());
        faults.report(report);
        loss.report(report);
    }

    private void judgeShares(List<SequenceHistory.Sent> sent) {
        List<ShareHistory.Start> starts = jdbc.query(
                "SELECT n, job_id, attempt, node, queue, entered FROM handler_run WHERE held = 1 ORDER BY n",
                (row, number) -> new ShareHistory.Start(
                        row.getLong(1),
                        row.getLong(2),
                        row.getInt(3),
                        row.getString(4),
                        Objects.requireNonNullElse(ShareNames.share(row.getString(5)), OrderWork.NO_SHARE),
                        row.getLong(6)));
        Map<String, List<LimitNodes.Span>> silences = nodes.silences();
        silences.put(ALL, loss.outages());
        Verdict verdict = history.judge(sent, starts, nodes.ends(), silences, pauses.pauses(), ready.seen());
        report.violations().addAll(verdict.violations());
        happened("pauses", pauses.pauses().size());
        happened(
                "paused_jobs",
                pauses.pauses().stream().mapToLong(SharePauses.Pause::waiting).sum());
        happened("share_waits", verdict.figure("shares_waits"));
        report.figures().put("share_more_turns", verdict.figure("shares_more_turns"));
    }

    private void zero(String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }

    private void happened(String name, long count) {
        report.figures().put(name, count);
        report.check(count > 0, "nothing is proved, since " + name + " is 0");
    }

    private long unfinished() {
        return count("SELECT COUNT(*) FROM baton_job");
    }

    private long count(String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }
}
