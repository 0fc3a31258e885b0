package io.baton.faults.cluster;

import io.baton.Rate;
import io.baton.RecurringJobs;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.TransactionException;

/** Clients that enqueue jobs, the tables that these jobs and handlers write to, and what the history has to contain of both. */
public final class Workload {

    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    /** How long after a fault a process may be without connections. */
    private static final Duration RECONNECT = Duration.ofSeconds(15);

    /** By how much a start may lag behind its admission. */
    private static final Duration JITTER = Duration.ofSeconds(2);

    private final ApplicationContext client;
    private final HistoryWriter history;
    private final JdbcOperations jdbc;
    private final ClusterTables tables;
    private final ClusterClients clients;

    /**
     * Creates the tables, and writes to the history what its events are judged by. All processes and servers have the clock of this machine.
     *
     * @param client an application without a worker
     * @param kinds some of {@link ClusterWork#ENQUEUED}
     */
    public Workload(
            ApplicationContext client, HistoryWriter history, ClusterKind database, List<Kind> kinds, long seed) {
        this.client = client;
        this.history = history;
        this.jdbc = client.getBean(JdbcOperations.class);
        this.tables = new ClusterTables(database, jdbc);
        this.clients = new ClusterClients(client, history, kinds, seed);
        tables.create();
        declare();
    }

    private void declare() {
        history.write(
                Word.SETTINGS,
                Map.of(
                        "dead-after",
                        DEAD_AFTER.toMillis(),
                        "heartbeat",
                        HEARTBEAT.toMillis(),
                        "reconnect",
                        RECONNECT.toMillis(),
                        "jitter",
                        JITTER.toMillis()));
        history.write(Word.SEMAPHORE, Map.of("name", ClusterWork.GATE, "capacity", ClusterWork.PERMITS));
        Duration second = Duration.ofSeconds(1);
        int burst = Rate.of(ClusterWork.STARTS_PER_SECOND, second).burst();
        history.write(
                Word.RATE,
                Map.of(
                        "name",
                        ClusterWork.RATE,
                        "permits",
                        ClusterWork.STARTS_PER_SECOND,
                        "per",
                        second.toMillis(),
                        "burst",
                        burst));
    }

    /** Returns the settings of an application on this database. Later settings replace earlier ones, so each is there once. */
    public static List<String> settings(String url, String user) {
        List<String> settings = new ArrayList<>(List.of(
                "--baton.worker.heartbeat=" + HEARTBEAT.toMillis() + "ms",
                "--baton.worker.dead-after=" + DEAD_AFTER.toMillis() + "ms",
                "--baton.worker.concurrency=8",
                "--baton.retry.max-attempts=40",
                "--baton.semaphores." + ClusterWork.GATE + "=" + ClusterWork.PERMITS,
                "--baton.rate-limits." + ClusterWork.RATE + ".permits=" + ClusterWork.STARTS_PER_SECOND,
                "--baton.rate-limits." + ClusterWork.RATE + ".per=1s",
                "--spring.datasource.hikari.maximum-pool-size=12",
                "--spring.datasource.hikari.minimum-idle=2",
                "--spring.datasource.hikari.connection-timeout=5000",
                "--spring.datasource.hikari.validation-timeout=2000"));
        ApplicationProperties.common(url, user).stream()
                .filter(setting -> settings.stream()
                        .noneMatch(other -> other.startsWith(setting.substring(0, setting.indexOf('=') + 1))))
                .toList()
                .forEach(settings::add);
        return settings;
    }

    /** Lets the clients begin. */
    public void start() {
        clients.start();
    }

    /** Lets every operation of the clients end; returns whether all have ended. */
    public boolean stop() {
        return clients.stop();
    }

    /** Returns the types of the exceptions that clients have seen. */
    Set<String> failures() {
        return clients.enqueues().failures();
    }

    /** Waits until all jobs have ended; returns whether they have. */
    public boolean drain(Duration longest) {
        RecurringJobs recurring = client.getBean(RecurringJobs.class);
        boolean paused = Await.until(
                () -> holds(() -> {
                    recurring.pause(SingleHandlers.SCHEDULE);
                    return true;
                }),
                longest);
        return Await.until(() -> holds(() -> tables.unfinished() == 0), longest) && paused;
    }

    /** Returns whether a condition holds, which it does not while the database does not respond. */
    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (DataAccessException | TransactionException e) {
            return false;
        }
    }

    /** Writes to the history what is left in the tables, and checks what no history contains. */
    public void end(Report report) {
        history.write(
                Word.SCHEDULE,
                Map.of(
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
                        System.currentTimeMillis()));
        new FinalState(jdbc, history).write();
        long early = tables.early();
        long incomplete = tables.incompleteBatches();
        report.check(early == 0, early + " runs did not see all effects of the items before theirs");
        report.check(incomplete == 0, "batches are not complete: " + incomplete);
    }
}
