package io.baton.faults.batch;

import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Three processes that are killed and frozen at any moment, while batches of all kinds are opened. */
final class Turmoil {

    private static final int NODES = 3;
    private static final int FEWEST = 200;
    private static final long BETWEEN_NANOS = 50_000_000;
    private static final Duration FROZEN = Duration.ofSeconds(5);
    private static final Duration BLINK = Duration.ofMillis(1_200);
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(500);

    private final BatchNodes nodes;
    private final BatchClient client;
    private final BatchTables tables;
    private final Report report;
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile boolean fed = true;
    private int kills;
    private int freezes;

    Turmoil(BatchNodes nodes, BatchClient client, BatchTables tables, Report report) {
        this.nodes = nodes;
        this.client = client;
        this.tables = tables;
        this.report = report;
    }

    void run(Duration lasts) throws InterruptedException {
        for (int i = 0; i < NODES; i++) {
            nodes.start();
        }
        Thread feeder = new Thread(this::feed, "feeder");
        feeder.setDaemon(true);
        feeder.start();
        long start = System.nanoTime();
        for (int turn = 0; System.nanoTime() - start < lasts.toNanos(); turn++) {
            Cluster.pause(BETWEEN_FAULTS);
            disturb(turn);
        }
        fed = false;
        feeder.join();
        boolean ended = Cluster.await(() -> {
            client.reviveDead();
            return tables.unfinished() == 0;
        });
        report.check(ended, "batches are not complete after all was over");
        report.check(failure.get() == null, "batches could not be opened: " + failure.get());
        report.figures().put("turmoil_kills", kills);
        report.figures().put("turmoil_freezes", freezes);
        nodes.killAll();
    }

    private void disturb(int turn) {
        switch (turn % 4) {
            case 0, 2 -> replace(nodes.any());
            case 1 -> freeze(FROZEN);
            default -> freeze(BLINK);
        }
    }

    private void replace(NodeProcess victim) {
        kills++;
        nodes.kill(victim);
        nodes.start();
    }

    private void freeze(Duration time) {
        freezes++;
        NodeProcess victim = nodes.any();
        victim.freeze();
        Cluster.pause(time);
        victim.thaw();
    }

    private void feed() {
        while (fed) {
            try {
                client.reviveDead();
                if (tables.unfinished() < FEWEST) {
                    client.some();
                }
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
                fed = false;
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
    }
}
