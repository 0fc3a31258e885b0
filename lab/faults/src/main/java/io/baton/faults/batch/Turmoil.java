package io.baton.faults.batch;

import io.baton.faults.Report;
import io.baton.faults.story.NodeProcess;
import io.baton.faults.story.Scene;
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
    private static final Duration PEACE = Duration.ofMillis(500);

    private final Crew crew;
    private final Opener opener;
    private final BatchTables tables;
    private final Report report;
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile boolean fed = true;
    private int kills;
    private int freezes;

    Turmoil(Crew crew, Opener opener, BatchTables tables, Report report) {
        this.crew = crew;
        this.opener = opener;
        this.tables = tables;
        this.report = report;
    }

    void run(Duration lasts) throws InterruptedException {
        for (int i = 0; i < NODES; i++) {
            crew.start();
        }
        Thread feeder = new Thread(this::feed, "feeder");
        feeder.setDaemon(true);
        feeder.start();
        long start = System.nanoTime();
        for (int turn = 0; System.nanoTime() - start < lasts.toNanos(); turn++) {
            Scene.pause(PEACE);
            disturb(turn);
        }
        fed = false;
        feeder.join();
        boolean ended = Scene.await(() -> {
            opener.reviveDead();
            return tables.unfinished() == 0;
        });
        report.check(ended, "batches are not complete after all was over");
        report.check(failure.get() == null, "batches could not be opened: " + failure.get());
        report.figures().put("turmoil_kills", kills);
        report.figures().put("turmoil_freezes", freezes);
        crew.killAll();
    }

    private void disturb(int turn) {
        switch (turn % 4) {
            case 0, 2 -> replace(crew.any());
            case 1 -> freeze(FROZEN);
            default -> freeze(BLINK);
        }
    }

    private void replace(NodeProcess victim) {
        kills++;
        crew.kill(victim);
        crew.start();
    }

    private void freeze(Duration time) {
        freezes++;
        NodeProcess victim = crew.any();
        victim.freeze();
        Scene.pause(time);
        victim.thaw();
    }

    private void feed() {
        while (fed) {
            try {
                opener.reviveDead();
                if (tables.unfinished() < FEWEST) {
                    opener.some();
                }
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
                fed = false;
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
    }
}
