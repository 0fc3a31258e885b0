package io.baton.worker;

import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.job.WorkerInfo;
import io.baton.loop.LogText;
import io.baton.loop.Step;
import io.baton.wakeup.Bells;
import io.baton.wakeup.Doorbell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stations of a worker's road, put together but not moving: whoever has them gives each its turns. */
final class WorkerAssembly {

    private static final Logger log = LoggerFactory.getLogger(WorkerAssembly.class);

    private final Holdings holdings = new Holdings();
    private final SuspectGate gate = new SuspectGate();
    private final ProcessEnd processEnd = new ProcessEnd();
    private final Doorbell doorbell;
    private final Bells bells;
    private final Settler settler;
    private final Lease lease;
    private final WorkerIdentity identity;
    private final ProgressWriter notes;
    private final LaneRunners runners;
    private final ClaimLoop claims;
    private final Heartbeat heartbeat;
    private final Step watch;
    private Runnable wakeClaims = () -> {};

    WorkerAssembly(Worker.Parts parts, Deadlines deadlines) {
        Engine engine = parts.engine();
        doorbell = parts.doorbell();
        bells = parts.bells();
        settler = new Settler(
                engine.store(), engine.transactions(), holdings, new ReadySignals(doorbell, bells.elsewhere()));
        ClaimFailures failures =
                new ClaimFailures(engine.ticker(), parts.settings().deadAfter());
        lease = new Lease(engine.ticker(), parts.settings().deadAfter());
        identity = new WorkerIdentity(
                engine.workers(), engine.transactions(), epoch -> info(parts, epoch), engine.ticker(), lease);
        notes = new ProgressWriter(engine, parts.codec(), parts.maxCheckpointSize(), parts.transactionalCalls()::pause);
        runners = runners(
                parts,
                deadlines,
                MemoryShares.of(
                        Runtime.getRuntime().maxMemory(),
                        parts.settings().queues().size()));
        UnknownTypes unknownTypes = new UnknownTypes(engine, parts.settings().unknownDeadAfter());
        claims = new ClaimLoop(
                engine,
                identity,
                runners,
                settler,
                doorbell,
                bells,
                new TypeFilters(types(parts.handlers()), engine.ticker()),
                unknownTypes,
                failures,
                parts.settings().pollInterval());
        heartbeat = new Heartbeat(
                engine,
                identity,
                parts.settings().queues().keySet(),
                parts.settings().heartbeat(),
                doorbell,
                parts.pulseListener(),
                lease,
                failures,
                new Resignation(
                        identity,
                        failures,
                        holdings,
                        engine.ticker(),
                        parts.settings().deadAfter().dividedBy(2),
                        this::handBackWaiting,
                        this::drop),
                this::drop,
                this::resume);
        Orphans orphans = new Orphans(engine, identity, holdings, settler);
        claims.onFailure(orphans::suspect);
        watch = inTurn(
                new WaitingSuspects(runners),
                new CancelWatch(engine, identity, holdings),
                orphans,
                unknownTypes,
                notes);
    }

    private LaneRunners runners(Worker.Parts parts, Deadlines deadlines, MemoryShares shares) {
        Engine engine = parts.engine();
        FailureOutcomes verdict = new FailureOutcomes(parts.retries(), new FailureLog(parts.errorDetail()));
        ClaimLookup lookup = new ClaimLookup(engine.store(), engine.transactions(), parts.transactionalCalls()::pause);
        JobExecutor runner = new JobExecutor(
                parts.handlers(),
                new Charges(engine.store(), engine.ofHandlers()),
                new HandlerInvoker(verdict, parts.transactionalCalls(), lookup),
                verdict,
                notes,
                new LargePayloads(engine.store(), engine.transactions(), shares),
                parts.settings().maxAttempts(),
                lease);
        return new LaneRunners(
                lanes(parts, shares),
                engine.executor(),
                runner,
                settler,
                holdings,
                deadlines,
                engine.ticker(),
                lease,
                processEnd);
    }

    private Map<String, Lane> lanes(Worker.Parts parts, MemoryShares shares) {
        ToIntFunction<String> batchSize = type -> parts.handlers()
                .find(type)
                .map(handler -> handler.settings().batchSize())
                .orElse(1);
        Map<String, Lane> lanes = new LinkedHashMap<>();
        parts.settings()
                .queues()
                .forEach((queue, settings) -> lanes.put(
                        queue, new Lane(settings, parts.handlers().largestBatch(queue), batchSize, shares, gate)));
        return Collections.unmodifiableMap(lanes);
    }

    private static WorkerInfo info(Worker.Parts parts, UUID epoch) {
        return WorkerDescription.describe(
                parts.settings().name(),
                epoch,
                parts.settings().deadAfter(),
                parts.settings().queues().keySet(),
                parts.handlers());
    }

    private static Set<String> types(HandlerRegistry handlers) {
        return handlers.all().stream().map(Handler::type).collect(Collectors.toSet());
    }

    /** One step after the other, each though others before it failed. */
    static Step inTurn(Step... steps) {
        return () -> {
            List<Duration> rests = new ArrayList<>();
            RuntimeException failure = null;
            for (Step step : steps) {
                try {
                    rests.add(step.turn());
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
            return rests.stream().min(Duration::compareTo).orElse(Duration.ZERO);
        };
    }

    /** Calls these when there may be something to claim, or to settle. */
    void wakeWith(Runnable claiming, Runnable settling) {
        wakeClaims = claiming;
        claims.onWork(claiming);
        settler.onWork(settling);
        runners.onRoom(claims::roomIn);
        holdings.onSettled(gate::left);
        gate.onFree(runners::startSuspect);
        doorbell.onRing(claiming);
        bells.serve(runners.lanes().keySet());
    }

    /** Taken for dead: nothing that is held counts any more. In this order, so that what a runner puts back meanwhile is found out. */
    private void drop() {
        holdings.forgetAll();
        runners.lanes().values().forEach(Lane::empty);
    }

    /** It is known again who this worker is, or that it has to become another. */
    private void resume() {
        runners.resume();
        wakeClaims.run();
    }

    ClaimLoop claims() {
        return claims;
    }

    Settler settler() {
        return settler;
    }

    Step heartbeat() {
        return heartbeat;
    }

    Step watch() {
        return watch;
    }

    Holdings holdings() {
        return holdings;
    }

    WorkerIdentity identity() {
        return identity;
    }

    LaneRunners runners() {
        return runners;
    }

    /** The worker ends, and this thread waits for that: if a handler runs on it, it is the handler that ends the worker. */
    void areAwaitedBy(Thread thread) {
        processEnd.isAwaitedBy(thread);
    }

    /** Wants nothing more and hands back what has not started; the claims have had their last turn. */
    void giveBackUnstarted() {
        bells.leave();
        runners.lanes().values().forEach(Lane::close);
        handBackWaiting();
    }

    private void handBackWaiting() {
        runners.lanes().values().forEach(lane -> runners.handBack(lane.empty()));
    }

    /** Stops what still runs, because the application closes. */
    void interrupt() {
        holdings.stopAll(StopReason.SHUTDOWN);
    }

    /** Whether nothing runs and nothing waits. */
    boolean idle() {
        return runners.idle();
    }

    /** Whether nothing runs any more but handlers that end the process, which wait for this worker in their turn. */
    boolean onlyEndsProcess() {
        long ending = holdings.runs().stream().filter(ActiveRun::endsProcess).count();
        return ending > 0 && ending == runners.running();
    }

    /**
     * Hands back what still runs though it was interrupted. What ends the process is kept, and taken from this worker as from one that
     * died of it.
     */
    void giveBackInterrupted() {
        for (ActiveRun run : holdings.runs()) {
            if (!run.endsProcess()) {
                runners.giveBackInterrupted(run);
                continue;
            }
            log.warn(
                    "The handler of job {} ({}) ends the process or the application; the job counts as one whose worker died",
                    run.jobs().get(0).id(),
                    LogText.of(run.type()));
        }
    }

    /** Whether every outcome is written. */
    boolean settled() {
        return settler.unsettled() == 0;
    }

    /** How it is. */
    WorkerReport report() {
        return new WorkerReport(
                true, settler.unsettled(), settler.fenced(), runners.threadsLost(), runners.shortOfThreads());
    }

    /** Lives no more, as far as others can see. */
    void giveUpIdentity() {
        identity.giveUp(holdings.runs().stream().noneMatch(ActiveRun::endsProcess));
    }
}
