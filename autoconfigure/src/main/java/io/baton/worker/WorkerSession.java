package io.baton.worker;

import io.baton.loop.DurationText;
import io.baton.loop.Loop;
import io.baton.loop.LoopControl;
import io.baton.loop.LoopFactory;
import io.baton.loop.Ticker;
import io.baton.loop.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stretch of a worker's life, from start to stop: the loops of its stations, and the order in which they end. */
final class WorkerSession {

    private static final Logger log = LoggerFactory.getLogger(WorkerSession.class);
    private static final Duration LAST_CLAIM = Duration.ofSeconds(2);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);
    private static final Duration TIDYING = Duration.ofSeconds(5);
    private static final long BETWEEN_LOOKS_NANOS = 5_000_000;
    private static final int LOOKS_FOR_ONE_AT_STACKS = 20;

    private final WorkerSettings settings;
    private final Deadlines deadlines;
    private final Ticker ticker;
    private final LongConsumer pause;
    private final boolean nothingToRun;
    private final WorkerAssembly stations;
    private final LoopControl claiming;
    private final LoopControl settling;
    private final LoopControl beating;
    private final LoopControl watching;
    private int looks;

    WorkerSession(Worker.Parts parts) {
        this(parts, Deadlines.onThread(), Loop::new, LockSupport::parkNanos);
    }

    /** A shift whose loops and waits may be those of a test. */
    WorkerSession(Worker.Parts parts, Deadlines deadlines, LoopFactory loops, LongConsumer pause) {
        this.settings = parts.settings();
        this.nothingToRun = parts.handlers().all().isEmpty();
        this.deadlines = deadlines;
        this.ticker = parts.engine().ticker();
        this.pause = pause;
        stations = new WorkerAssembly(parts, deadlines);
        claiming = loops.create("baton-claim", stations.claims(), Loop.LONGEST_PAUSE);
        settling = loops.create("baton-settle", stations.settler(), Loop.LONGEST_PAUSE);
        beating = loops.create("baton-heartbeat", stations.heartbeat(), settings.heartbeat());
        watching = loops.create("baton-watch", stations.watch(), Loop.LONGEST_PAUSE);
        stations.wakeWith(claiming::wake, settling::wake);
    }

    /** Keeps the JVM alive as long as there are handlers whose jobs may come. */
    void start() {
        beating.start(true);
        settling.start(true);
        watching.start(true);
        claiming.start(nothingToRun);
    }

    WorkerAssembly stations() {
        return stations;
    }

    WorkerReport report() {
        return stations.report();
    }

    List<Trouble> troubles() {
        return Stream.of(claiming, settling, beating, watching)
                .flatMap(loop -> loop.trouble().stream())
                .toList();
    }

    /**
     * Claims nothing more, hands back what has not started, lets the rest end or interrupts it, and beats to the last. Apart from handlers
     * it waits for little: what cannot be written because the database does not answer is taken back by others.
     *
     * @param waiting the thread that wants it to end and waits for that
     */
    void end(Thread waiting) {
        stations.areAwaitedBy(waiting);
        claiming.stop(LAST_CLAIM);
        stations.giveBackUnstarted();
        if (!await(this::isDrained, settings.shutdownTimeout())) {
            log.info("Handlers still run after {} and are interrupted", DurationText.of(settings.shutdownTimeout()));
            stations.interrupt();
            await(this::isDrained, AFTER_INTERRUPT);
        }
        deadlines.close();
        stations.giveBackInterrupted();
        Budget tidying = new Budget(TIDYING);
        tidying.spend(patience -> await(stations::settled, patience));
        List.of(watching, settling, beating).forEach(loop -> tidying.spend(loop::stop));
        stations.giveUpIdentity();
    }

    private boolean isDrained() {
        return stations.idle() || (looks++ % LOOKS_FOR_ONE_AT_STACKS == 0 && stations.onlyEndsProcess());
    }

    private boolean await(BooleanSupplier condition, Duration patience) {
        long end = ticker.nanos() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (ticker.nanos() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            pause.accept(BETWEEN_LOOKS_NANOS);
        }
        return true;
    }

    /** Time that several waits share. */
    private final class Budget {

        private Duration left;

        private Budget(Duration time) {
            left = time;
        }

        private void spend(Consumer<Duration> wait) {
            long start = ticker.nanos();
            wait.accept(left);
            Duration rest = left.minusNanos(ticker.nanos() - start);
            left = rest.isNegative() ? Duration.ZERO : rest;
        }
    }
}
