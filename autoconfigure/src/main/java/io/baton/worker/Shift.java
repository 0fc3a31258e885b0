package io.baton.worker;

import io.baton.loop.FailureText;
import io.baton.loop.Loop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stretch of a worker's life, from start to stop: the threads of its stations, and the order in which they end. */
final class Shift {

    private static final Logger log = LoggerFactory.getLogger(Shift.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final WorkerSettings settings;
    private final Deadlines deadlines = Deadlines.onThread();
    private final Stations stations;
    private final Loop claiming;
    private final Loop settling;
    private final Loop beating;
    private final Loop watching;

    Shift(Worker.Parts parts) {
        settings = parts.settings();
        stations = new Stations(parts, deadlines);
        claiming = new Loop("baton-claim", stations.claims());
        settling = new Loop("baton-settle", stations.settler());
        beating = new Loop("baton-heartbeat", stations.heartbeat(), settings.heartbeat());
        watching = new Loop("baton-watch", stations.watch());
        stations.wakeWith(claiming::wake, settling::wake);
    }

    void start() {
        beating.start();
        settling.start();
        watching.start();
        claiming.start(false);
    }

    WorkerReport report() {
        Map<String, String> troubles = new TreeMap<>();
        for (Loop loop : List.of(claiming, settling, beating, watching)) {
            Throwable trouble = loop.trouble();
            if (trouble != null) {
                troubles.put(loop.name(), FailureText.of(trouble));
            }
        }
        return stations.report(troubles);
    }

    /** Claims nothing more, gives back what has not started, lets the rest end or interrupts it, and beats to the last. */
    void end() {
        claiming.stop(PATIENCE);
        stations.giveBackUnstarted();
        if (!await(stations::idle, settings.shutdownTimeout())) {
            log.info("Handlers still run after {} and are interrupted", settings.shutdownTimeout());
            stations.interrupt();
            await(stations::idle, AFTER_INTERRUPT);
        }
        watching.stop(PATIENCE);
        deadlines.close();
        await(stations::settled, PATIENCE);
        settling.stop(PATIENCE);
        beating.stop(PATIENCE);
        stations.giveUpIdentity();
    }

    private static boolean await(BooleanSupplier condition, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(5_000_000);
        }
        return true;
    }
}
