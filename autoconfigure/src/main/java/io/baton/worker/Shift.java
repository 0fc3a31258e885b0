package io.baton.worker;

import io.baton.job.WorkerInfo;
import io.baton.loop.FailureText;
import io.baton.loop.Loop;
import io.baton.loop.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stretch of a worker's life, from start to stop: its parts put together, its threads, and the order in which they end. */
final class Shift {

    private static final Logger log = LoggerFactory.getLogger(Shift.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final WorkerSettings settings;
    private final Holdings holdings = new Holdings();
    private final Deadlines deadlines = new Deadlines();
    private final Settler settler;
    private final Identity identity;
    private final Runners runners;
    private final Quarantine quarantine;
    private final Loop claiming;
    private final Loop settling;
    private final Loop beating;
    private final Loop watching;

    Shift(Worker.Parts parts) {
        Engine engine = parts.engine();
        settings = parts.settings();
        settler = new Settler(engine.store(), engine.transactions(), holdings);
        identity = new Identity(engine.workers(), engine.transactions(), epoch -> info(parts, epoch));
        runners = runners(parts);
        quarantine = new Quarantine(runners, settler, engine.ticker());
        ClaimLoop claims = new ClaimLoop(
                engine, identity, runners, quarantine, settler, parts.doorbell(), settings.pollInterval());
        claiming = new Loop("baton-claim", claims);
        settling = new Loop("baton-settle", settler);
        beating = new Loop(
                "baton-heartbeat",
                new Heartbeat(engine, identity, settings.heartbeat(), this::lost),
                settings.heartbeat());
        watching = new Loop(
                "baton-watch",
                inTurn(new CancelWatch(engine, holdings), new Orphans(engine, identity, holdings, settler)));
        claims.onWork(claiming::wake);
        settler.onWork(settling::wake);
        runners.onRoom(claims::roomIn);
        parts.doorbell().onRing(claiming::wake);
    }

    private Runners runners(Worker.Parts parts) {
        Engine engine = parts.engine();
        Verdict verdict = new Verdict(parts.retries());
        RunNotes notes = new RunNotes(engine.store(), engine.transactions(), parts.codec(), parts.maxCheckpointSize());
        JobRunner runner = new JobRunner(
                parts.handlers(),
                new Calls(verdict, parts.transactionalCalls()),
                verdict,
                notes,
                new UnknownTypes(engine, settings.buryUnknownAfter()),
                settings.maxAttempts());
        return new Runners(lanes(parts), engine.executor(), runner, settler, holdings, deadlines, engine.ticker());
    }

    private static Map<String, Lane> lanes(Worker.Parts parts) {
        ToIntFunction<String> batchSize = type -> parts.handlers()
                .find(type)
                .map(handler -> handler.settings().batchSize())
                .orElse(1);
        return parts.settings().queues().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        queue -> new Lane(queue.getValue(), parts.handlers().largestBatch(queue.getKey()), batchSize)));
    }

    private static WorkerInfo info(Worker.Parts parts, UUID epoch) {
        Map<String, Integer> capacities = parts.settings().queues().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        queue -> queue.getValue().concurrency()
                                * parts.handlers().largestBatch(queue.getKey())));
        return Host.describe(parts.settings().name(), epoch, capacities, parts.handlers());
    }

    private static Step inTurn(Step... steps) {
        return () -> {
            List<Duration> rests = new ArrayList<>();
            for (Step step : steps) {
                rests.add(step.turn());
            }
            return rests.stream().min(Duration::compareTo).orElse(Duration.ZERO);
        };
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
        return new WorkerReport(true, troubles, settler.unsettled(), settler.fenced(), runners.threadsLost());
    }

    /** Taken for dead: nothing that is held counts any more, and the next claim is made under another identity. */
    private void lost() {
        runners.lanes().values().forEach(Lane::empty);
        holdings.forgetAll();
        claiming.wake();
    }

    /** Claims nothing more, gives back what has not started, lets the rest end or interrupts it, and beats to the last. */
    void end() {
        claiming.stop(PATIENCE);
        quarantine.empty();
        runners.lanes().values().forEach(lane -> {
            lane.close();
            runners.handBack(lane.empty());
        });
        if (!await(runners::idle, settings.shutdownTimeout())) {
            log.info("Handlers still run after {} and are interrupted", settings.shutdownTimeout());
            holdings.stopAll(StopReason.SHUTDOWN);
            await(runners::idle, AFTER_INTERRUPT);
        }
        watching.stop(PATIENCE);
        deadlines.close();
        await(() -> settler.unsettled() == 0, PATIENCE);
        settling.stop(PATIENCE);
        beating.stop(PATIENCE);
        identity.giveUp();
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
