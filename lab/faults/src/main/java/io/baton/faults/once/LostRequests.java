package io.baton.faults.once;

import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.OnDuplicate;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.faults.Figures;
import io.baton.faults.once.OnceWork.Look;
import io.baton.faults.once.OnceWork.LookWritten;
import io.baton.faults.scenario.Cluster;
import io.baton.unique.UniqueKeys;
import io.baton.unique.UniqueKeys.SweepKeys;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Clients write a request and enqueue the job that is to see it, in one transaction that stays open for a moment, while processes that run such jobs
 * are killed. At last they do so by a form that is known to lose requests, so that this is known to see it.
 */
final class LostRequests {

    private static final Duration BETWEEN_FAULTS = Duration.ofSeconds(1);
    private static final Duration DELAY = Duration.ofMillis(20);
    private static final Duration OPEN = Duration.ofMillis(25);

    /** Longer than it takes until a job starts, wherever it is. */
    private static final Duration LONG_OPEN = Duration.ofMillis(150);

    /** Jobs start while the transactions of clients are open, also where nodes do not wake each other. */
    private static final String LOOK = "5ms";

    private final OnceSetup setup;
    private final OnceTables tables;
    private final Jobs jobs;
    private int kills;

    LostRequests(OnceSetup setup) {
        this.setup = setup;
        this.tables = setup.tables();
        this.jobs = setup.bean(Jobs.class);
    }

    void run() {
        try (OnceNodes nodes = setup.nodes(
                "--knows.requests=true",
                "--baton.queues.requests.concurrency=4",
                "--baton.worker.poll-interval=" + LOOK)) {
            nodes.start(setup.scale().nodes());
            Clients clients = new Clients(setup, this::enqueue, 0, setup.scale().rounds(), OPEN);
            execute(clients, nodes, true);
            check(clients);
            Clients mutant = new Clients(
                    setup,
                    new UnlockedEnqueue(tables, jobs)::enqueue,
                    1,
                    Math.min(setup.scale().rounds(), 400),
                    LONG_OPEN);
            execute(mutant, nodes, false);
            setup.atLeast("mutant_lost_requests", 1, lost(mutant).size());
        }
    }

    private void execute(Clients clients, OnceNodes nodes, boolean kill) {
        clients.start();
        while (!clients.ended()) {
            Cluster.pause(BETWEEN_FAULTS);
            if (kill) {
                nodes.replace(nodes.any());
                kills++;
            }
        }
        setup.awaitEnd();
    }

    private Enqueued enqueue(String key, int kind) {
        return switch (kind) {
            case 0 -> jobs.enqueue(new Look(key), options -> options.unique(key));
            case 1 -> jobs.enqueue(new LookWritten(key), options -> options.unique(key));
            case 2 -> jobs.enqueue(new Look(key), options -> options.uniqueUntilFinished(key));
            case 3 -> jobs.enqueue(new LookWritten(key), options -> options.uniqueUntilFinished(key));
            default -> jobs.enqueue(new Look(key), options -> replace(key, options));
        };
    }

    /** Waits for a moment, so that there is something to be replaced. */
    private static void replace(String key, JobOptions options) {
        options.unique(key).delay(DELAY).onDuplicate(OnDuplicate.REPLACE);
    }

    /** Returns the requests that the job has not seen which stands for them. */
    private Set<Long> lost(Clients clients) {
        Map<Long, Long> lost = new TreeMap<>(clients.promised());
        tables.jdbc().query("SELECT n, job_id FROM seen", row -> {
            lost.remove(row.getLong("n"), row.getLong("job_id"));
        });
        return lost.keySet();
    }

    private void check(Clients clients) {
        Figures figures = setup.report().figures();
        figures.put("rounds", setup.scale().rounds());
        clients.outcomes()
                .forEach((outcome, count) -> figures.put(outcome.name().toLowerCase(Locale.ROOT), count));
        figures.put("kills", kills);
        Set<Long> lost = lost(clients);
        setup.expect("lost_requests", 0, lost.size());
        setup.report().check(lost.isEmpty(), "lost: " + lost);
        figures.put("deadlocks", clients.deadlocks());
        setup.expect("failed_requests", 0, clients.failed());
        setup.report().check(clients.failed() == 0, "the first that failed: " + clients.failure());
        setup.atLeast("kept_requests", 1, clients.outcomes().getOrDefault(Outcome.KEPT, 0L));
        figures.put("left_before_sweep", tables.keys());
        sweep();
        setup.expect("left_keys", 0, tables.keys());
    }

    private void sweep() {
        DataSource database = setup.bean(DataSource.class);
        new SweepKeys(new UniqueKeys(new Database(database, null)), new OwnTransactions(database)).sweep();
    }
}
