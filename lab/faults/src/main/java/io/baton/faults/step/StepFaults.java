package io.baton.faults.step;

import io.baton.Enqueued;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.cluster.LeaderLoss;
import io.baton.faults.limit.Clock;
import io.baton.faults.limit.LimitNodes;
import io.baton.faults.limit.ProcessFaults;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.faults.step.StepWork.End;
import io.baton.job.StateCode;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Three processes run jobs of five steps and the jobs that send signals to them or cancel them, and are killed and frozen until all have ended. If the database is a
 * cluster, it loses its leader once.
 */
public final class StepFaults {

    private static final int NODES = 3;
    private static final int PORTION = 20;
    private static final int MOST_UNFINISHED = 400;
    private static final int RACE = 4;
    private static final int SWALLOW = 10;
    /** Of so many jobs in a row, the first quarter has an undo. */
    private static final int UNDO = 12;

    private static final List<End> ENDS = List.of(End.values());
    private static final int STEPS = 5;
    private static final int LONGEST_DELAY_MILLIS = 1_500;
    /** If no job ends for so long, those that are left are stuck. */
    private static final Duration STALLED = Duration.ofMinutes(1);

    private static final Duration STARTS = Duration.ofMinutes(5);
    private static final int FEWEST_PER_SECOND = 5;
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    private static final int MOST_FAILED = 1_000;
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);

    private final Report report = Report.of("steps");
    private final JdbcOperations jdbc;
    private final Jobs jobs;
    private final TransactionTemplate transactions;
    private final Server.Kind kind;
    private final LeaderLoss loss;
    private final LimitNodes nodes;
    private final ProcessFaults faults;
    private final int count;
    private final Random random;
    private final Duration longest;
    private final List<StepHistory.Sent> sent = new CopyOnWriteArrayList<>();
    private final Thread sender = new Thread(this::send, "sender");
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;
    private long ended;
    private long since;

    private StepFaults(Cluster cluster, ConfigurableApplicationContext context, Server server, int count, long seed) {
        this.jdbc = context.getBean(JdbcOperations.class);
        this.jobs = context.getBean(Jobs.class);
        this.transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        this.kind = server.kind();
        this.count = count;
        this.random = new Random(seed);
        Clock clock = new Clock(kind, jdbc);
        this.loss = new LeaderLoss(server, clock);
        this.nodes = new LimitNodes(
                cluster,
                clock,
                "--kind=" + kind,
                "--baton.queues." + StepWork.QUEUE + ".concurrency=8",
                // of a cluster whose leader is dead, the first attempt may take too long
                "--spring.datasource.hikari.initialization-fail-timeout=60000",
                "--spring.datasource.hikari.maximum-pool-size=24",
                "--spring.datasource.hikari.minimum-idle=2");
        this.faults = new ProcessFaults(nodes, new Random(seed), loss::before);
        this.longest = STARTS.plusSeconds(count / FEWEST_PER_SECOND);
    }

    /**
     * Runs so many jobs of five steps. What the processes wrote is kept if something is wrong.
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
                faults.stop();
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
        makeTables();
        // the first leaves an archive of classes, by which the others start faster
        nodes.start(1);
        nodes.stop(nodes.get(0));
        nodes.start(NODES);
        sender.setDaemon(true);
        sender.start();
        since = System.nanoTime();
        faults.execute(() -> isOver() || System.nanoTime() - start > longest.toNanos());
        boolean isOver = Await.until(this::isOver, longest);
        stop();
        report.check(isOver, "jobs still run after " + longest);
        report.check(failure == null, "jobs could not be enqueued: " + failure);
        nodes.killAll();
        judge();
        faults.report(report);
        loss.report(report);
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
    }

    private void makeTables() {
        String identity = kind == Server.Kind.MARIADB
                ? "bigint AUTO_INCREMENT PRIMARY KEY"
                : "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
        List.of(
                        "step_row (n " + identity + ", step varchar(20) NOT NULL, job_id bigint NOT NULL,"
                                + " reserved bigint, step_key varchar(100), seen bigint, held integer, fails boolean,"
                                + " undo_key varchar(100), tried varchar(100), node varchar(50) NOT NULL,"
                                + " refused bigint NOT NULL)",
                        "answer (n " + identity + ", job_id bigint NOT NULL, value bigint NOT NULL,"
                                + " result varchar(20) NOT NULL, is_exact boolean NOT NULL)")
                .forEach(table -> jdbc.execute("CREATE TABLE " + table));
        jdbc.execute("CREATE INDEX received_key ON step_row (step_key)");
    }

    /** A job and the one that sends its signal are committed together. Where a commit fails, that is not known: its jobs are enqueued again, and those are judged. */
    private void send() {
        int from = 0;
        int failed = 0;
        while (from < count && !stopped) {
            try {
                if (unfinished() > MOST_UNFINISHED) {
                    Await.pause(BETWEEN);
                } else {
                    List<StepWork.Order> orders = IntStream.range(from, Math.min(from + PORTION, count))
                            .mapToObj(StepFaults::order)
                            .toList();
                    sent.addAll(Objects.requireNonNull(transactions.execute(status -> enqueue(orders))));
                    from += PORTION;
                }
            } catch (RuntimeException e) {
                if (!loss.isOfCluster() || ++failed > MOST_FAILED) {
                    failure = e;
                    return;
                }
                Await.pause(AFTER_FAILURE);
            }
        }
    }

    private static StepWork.Order order(int number) {
        int turn = number / UNDO;
        boolean hasUndo = number % UNDO < UNDO / 4;
        return new StepWork.Order(
                number,
                number % RACE == 0,
                number / RACE % 2 == 0,
                number % SWALLOW == 1,
                hasUndo ? ENDS.get(turn % ENDS.size()) : End.COMPLETES,
                hasUndo ? 1 + turn / ENDS.size() % STEPS : 0);
    }

    private List<StepHistory.Sent> enqueue(List<StepWork.Order> orders) {
        return orders.stream()
                .map(order -> {
                    Enqueued enqueued = jobs.enqueue(order);
                    long job = enqueued.id().value();
                    jobs.enqueue(
                            order.number() % 3 == 0
                                    ? new StepWork.Approve(job, order.number())
                                    : new StepWork.ApproveAlone(job, order.number()),
                            options -> options.delay(Duration.ofMillis(random.nextInt(LONGEST_DELAY_MILLIS))));
                    if (order.end() == End.IS_CANCELLED) {
                        jobs.enqueue(
                                new StepWork.Cancel(job),
                                options -> options.delay(Duration.ofMillis(random.nextInt(2 * LONGEST_DELAY_MILLIS))));
                    }
                    return new StepHistory.Sent(job, order);
                })
                .toList();
    }

    private void stop() {
        stopped = true;
        Await.require(() -> !sender.isAlive(), LONGEST_STOP, "the sender does not end");
    }

    private boolean isOver() {
        long now = count("SELECT COUNT(*) FROM baton_job_history");
        if (now != ended) {
            ended = now;
            since = System.nanoTime();
        }
        return (!sender.isAlive() && unfinished() == 0) || System.nanoTime() - since > STALLED.toNanos();
    }

    private void judge() {
        StepHistory history = new StepHistory(
                sent,
                jdbc.query(
                        "SELECT n, step, job_id, reserved, step_key, seen FROM step_row WHERE step IN ('reserve', 'book') ORDER BY n",
                        (row, number) -> new StepHistory.Row(
                                row.getLong(1),
                                row.getString(2),
                                row.getLong(3),
                                (Long) row.getObject(4),
                                row.getString(5),
                                (Long) row.getObject(6))),
                jdbc.query(
                        "SELECT n, job_id, step_key, held, fails FROM step_row WHERE step = 'charge' ORDER BY n",
                        (row, number) -> new StepHistory.Call(
                                row.getLong(1),
                                row.getLong(2),
                                row.getString(3),
                                row.getInt(4) == 1,
                                !row.getBoolean(5))),
                jdbc.query(
                        "SELECT n, step, job_id, reserved, step_key, undo_key, tried FROM step_row WHERE undo_key IS NOT NULL ORDER BY n",
                        (row, number) -> new StepHistory.Undo(
                                row.getLong(1),
                                row.getString(2).substring(StepHandlers.UNDO.length()),
                                row.getLong(3),
                                (Long) row.getObject(4),
                                row.getString(5),
                                row.getString(6),
                                row.getString(7))),
                jdbc.query(
                        "SELECT job_id, value, result, is_exact FROM answer",
                        (row, number) -> new StepHistory.Answer(
                                row.getLong(1),
                                row.getLong(2),
                                Set.of("DELIVERED", "STORED").contains(row.getString(3)),
                                row.getBoolean(4))),
                ends(),
                ids("SELECT job_id FROM baton_step WHERE kind = 3 AND state = 2"));
        report.violations().addAll(history.violations());
        zero("rows_wrong", history.rowsWrong());
        zero("keys_wrong", history.keysWrong());
        // those that send signals or cancel among them
        zero(
                "stuck",
                Math.max(history.stuck(), count("SELECT COUNT(*) FROM baton_job WHERE state <> 5 OR type <> 'order'")));
        zero("signals_lost", history.signalsLost());
        zero("signals_wrong", history.signalsWrong());
        zero("undo_wrong", history.undoWrong());
        zero(
                "records_wrong",
                count(
                                "SELECT COUNT(*) FROM baton_job_history h WHERE h.type = 'order' AND h.state = 4 AND (SELECT COUNT(*) FROM baton_step s"
                                        + " WHERE s.job_id = h.id AND s.state IN (1, 3) AND s.until_at IS NULL) <> 5")
                        + count(
                                "SELECT COUNT(*) FROM baton_step WHERE kind IN (0, 1) AND state <> 5 AND (job_id IN"
                                        + " (SELECT id FROM baton_job_history WHERE state <> 4) OR job_id IN (SELECT id FROM baton_job))"));
        report.figures().put("jobs", sent.size());
        happened(
                "repeated_calls",
                count("SELECT COUNT(*) - COUNT(DISTINCT step_key) FROM step_row WHERE step = 'charge'"));
        happened("undone", history.undone());
        happened("undone_uncertain", history.undoneUncertain());
        happened("repeated_undos", count("SELECT COUNT(undo_key) - COUNT(DISTINCT undo_key) FROM step_row"));
        happened("cancelled", history.cancelled());
        happened("dead", history.dead());
        happened("timed_out", history.timedOut());
        happened("too_late", count("SELECT COUNT(*) FROM answer WHERE result = 'TOO_LATE'"));
        happened("delivered", count("SELECT COUNT(*) FROM answer WHERE result = 'DELIVERED'"));
        happened("stored", count("SELECT COUNT(*) FROM answer WHERE result = 'STORED'"));
        happened(
                "refused",
                count("SELECT SUM(most) FROM (SELECT MAX(refused) AS most FROM step_row GROUP BY node) AS nodes"));
    }

    private void zero(String name, long number) {
        report.figures().put(name, number);
        report.check(number == 0, name + " is " + number);
    }

    private void happened(String name, long number) {
        report.figures().put(name, number);
        report.check(number > 0, "nothing is proved, since " + name + " is 0");
    }

    private Map<Long, JobState> ends() {
        Map<Long, JobState> ends = new HashMap<>();
        jdbc.query(
                "SELECT id, state FROM baton_job_history UNION ALL SELECT id, state FROM baton_job WHERE state = 5",
                (RowCallbackHandler) row -> ends.put(row.getLong(1), StateCode.state(row.getInt(2))));
        return ends;
    }

    private Set<Long> ids(String query) {
        return new HashSet<>(jdbc.queryForList(query, Long.class));
    }

    private long unfinished() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state <> 5");
    }

    private long count(String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }
}
