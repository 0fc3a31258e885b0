package io.baton.worker.life;

import io.baton.database.TextLimit;
import io.baton.handler.Handler;
import io.baton.job.PulseListener;
import io.baton.job.WorkerInfo;
import io.baton.loop.Step;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.Lease;
import io.baton.worker.MemoryShares;
import io.baton.worker.QueuePauses;
import io.baton.worker.Seniority;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import io.baton.worker.call.AwaitedResult;
import io.baton.worker.call.Charges;
import io.baton.worker.call.ClaimLookup;
import io.baton.worker.call.FailureLog;
import io.baton.worker.call.FailureOutcomes;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.HandlerInvoker;
import io.baton.worker.call.JobExecutor;
import io.baton.worker.call.LargePayloads;
import io.baton.worker.call.Starts;
import io.baton.worker.call.UniqueStarts;
import io.baton.worker.claim.ClaimFailures;
import io.baton.worker.claim.ClaimLoop;
import io.baton.worker.claim.GuardedClaims;
import io.baton.worker.claim.QueueWatch;
import io.baton.worker.claim.UnknownTypes;
import io.baton.worker.context.JobContexts;
import io.baton.worker.context.LeftTransactions;
import io.baton.worker.context.ProgressWriter;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.LaneRunners;
import io.baton.worker.lane.RunnerThreads;
import io.baton.worker.lane.SuspectGate;
import io.baton.worker.lane.WaitingSuspects;
import io.baton.worker.run.Deadlines;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.ProcessEnd;
import io.baton.worker.settle.ReadySignals;
import io.baton.worker.settle.Settler;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Puts one worker together: what it is made of, and who calls whom. Nothing moves before a {@link WorkerSession} gives the parts their turns. */
public final class WorkerAssembly {

    private final Engine engine;
    private final WorkerSettings settings;
    private final HandlerEnvironment handling;
    private final WakeupPublisher publisher;
    private final Deadlines deadlines;
    private final ProcessEnd processEnd = new ProcessEnd();
    private final SuspectGate gate = new SuspectGate();
    private final MemoryShares shares;
    private final ClaimFailures failures;
    private final Lease lease;
    private final Holdings holdings;
    private final WorkerIdentity identity;
    private final Seniority seniority;
    private final QueuePauses pauses;
    private final ProgressWriter progress;
    private final UnknownTypes unknownTypes;
    private final Settler settler;
    private final LaneRunners runners;
    private final ClaimLoop claims;
    private final Orphans orphans;
    private final Step guardedClaims;
    private final Heartbeat heartbeat;
    private final Step watch;
    private final Following following;

    /**
     * Puts a worker together.
     *
     * @param publisher wakes this node and others
     * @param pulseListener is told of beats beside the worker itself
     */
    public WorkerAssembly(
            Engine engine,
            WorkerSettings settings,
            HandlerEnvironment handling,
            WakeupPublisher publisher,
            PulseListener pulseListener) {
        this(engine, settings, handling, publisher, pulseListener, Deadlines.onThread());
    }

    /** Puts a worker together whose deadlines may be those of a test. */
    WorkerAssembly(
            Engine engine,
            WorkerSettings settings,
            HandlerEnvironment handling,
            WakeupPublisher publisher,
            PulseListener pulseListener,
            Deadlines deadlines) {
        this.engine = engine;
        this.settings = settings;
        this.handling = handling;
        this.publisher = publisher;
        this.deadlines = deadlines;
        Duration deadAfter = settings.times().deadAfter();
        shares = MemoryShares.of(
                Runtime.getRuntime().maxMemory(), settings.queues().size());
        failures = new ClaimFailures(engine.ticker(), deadAfter);
        lease = new Lease(engine.ticker(), deadAfter);
        holdings = new Holdings(processEnd, handling.listener(), engine.ticker());
        identity = new WorkerIdentity(engine.workers(), engine.transactions(), this::describe, engine.ticker(), lease);
        seniority = new Seniority(identity, pulseListener);
        pauses = new QueuePauses(engine, publisher, seniority);
        progress = new ProgressWriter(
                engine, handling.codec(), settings.runs().maxCheckpointSize(), handling.transactions()::pause);
        unknownTypes = new UnknownTypes(engine, types(), settings.times().unknownDeadAfter());
        settler = new Settler(
                engine.settlements(),
                engine.transactions(),
                holdings,
                new ReadySignals(publisher.here(), publisher.elsewhere()),
                engine.ticker());
        RunnerThreads threads = new RunnerThreads(engine.executor(), engine.ticker());
        runners = new LaneRunners(lanes(), threads, executor(), settler, holdings, deadlines);
        claims = claimLoop();
        orphans = new Orphans(engine, identity, holdings, settler);
        guardedClaims = new GuardedClaims(claims, identity, threads, failures, publisher, orphans::suspect);
        heartbeat = heartbeat();
        watch = watch();
        following = new Following(engine, settings.queues().keySet(), pauses);
        connect();
    }

    private Map<String, Lane> lanes() {
        ToIntFunction<String> batchSize = type -> handling.handlers()
                .find(type)
                .map(handler -> handler.settings().batchSize())
                .orElse(1);
        Map<String, Lane> lanes = new LinkedHashMap<>();
        settings.queues().forEach((queue, size) -> {
            int largestBatch = handling.handlers().largestBatch(queue);
            lanes.put(queue, new Lane(queue, size, largestBatch, batchSize, shares, gate));
        });
        return Collections.unmodifiableMap(lanes);
    }

    private JobExecutor executor() {
        FailureOutcomes failed = new FailureOutcomes(
                handling.retries(), new FailureLog(settings.runs().errorDetail()), this::othersMayRead);
        ClaimLookup lookup =
                new ClaimLookup(engine.settlements(), engine.transactions(), handling.transactions()::pause);
        return new JobExecutor(
                new JobContexts(
                        handling.handlers(),
                        settings.runs().maxAttempts(),
                        progress,
                        pauses,
                        handling.memberships(),
                        handling.codec(),
                        id -> engine.ofHandlers().single(() -> engine.claims().labels(id)),
                        handling.portions(),
                        handling.transactions()),
                new Starts(
                        new Charges(engine.settlements(), engine.ofHandlers()),
                        new UniqueStarts(engine.settlements(), engine.ofHandlers())),
                new LargePayloads(engine.claims(), engine.transactions(), shares),
                new HandlerInvoker(
                        failed,
                        handling.transactions(),
                        lookup,
                        new AwaitedResult(settings.runs().maxCheckpointSize(), this::isStorable),
                        handling.observer(),
                        new LeftTransactions(engine.joins())),
                failed,
                lease);
    }

    /** Whoever has no id any more hands its jobs back, whatever they came to. */
    private boolean othersMayRead(String type) {
        Long id = identity.known();
        return id == null
                || engine.ofHandlers().single(() -> engine.workers()
                        .othersMayRead(id, type, settings.times().unknownDeadAfter()));
    }

    private boolean isStorable(String text) {
        return TextLimit.isStorable(text, engine.ofHandlers(), engine.settlements()::carries);
    }

    private Set<String> types() {
        return handling.handlers().all().stream().map(Handler::type).collect(Collectors.toSet());
    }

    private ClaimLoop claimLoop() {
        QueueWatch queues = new QueueWatch(
                engine,
                identity,
                settings.queues().keySet(),
                publisher,
                settings.times().pollInterval(),
                pauses);
        return new ClaimLoop(engine, identity, runners, settler, queues, unknownTypes);
    }

    private Heartbeat heartbeat() {
        Resignation resignation = new Resignation(
                identity,
                failures,
                holdings,
                engine.ticker(),
                settings.times().deadAfter().dividedBy(2),
                runners::handBackWaiting);
        return new Heartbeat(engine, settings, identity, resignation, publisher.here(), pauses);
    }

    private Step watch() {
        return Step.inTurn(
                new WaitingSuspects(runners, gate),
                new CancelWatch(engine, identity, holdings),
                orphans,
                unknownTypes,
                progress);
    }

    /** Calls back up the road are made by whoever is told to make them. */
    private void connect() {
        identity.holds(new Held());
        runners.onRoom(claims::roomIn);
        holdings.onSettled(gate::left);
        gate.onFree(runners::startSuspect);
        pauses.onPaused(runners::handBackWaiting);
    }

    /** What goes with the worker's identity. */
    private final class Held implements WorkerIdentity.Held {

        @Override
        public void drop() {
            runners.drop();
        }

        @Override
        public void resume() {
            runners.resume();
            claims.wake();
        }
    }

    private WorkerInfo describe(UUID epoch) {
        return WorkerDescription.describe(
                settings.name(),
                epoch,
                settings.times().deadAfter(),
                settings.queues().keySet(),
                handling.handlers());
    }

    Engine engine() {
        return engine;
    }

    WorkerSettings settings() {
        return settings;
    }

    WakeupPublisher publisher() {
        return publisher;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    ProcessEnd processEnd() {
        return processEnd;
    }

    Holdings holdings() {
        return holdings;
    }

    WorkerIdentity identity() {
        return identity;
    }

    Settler settler() {
        return settler;
    }

    LaneRunners runners() {
        return runners;
    }

    ClaimLoop claims() {
        return claims;
    }

    Step claiming() {
        return guardedClaims;
    }

    Heartbeat beating() {
        return heartbeat;
    }

    Seniority seniority() {
        return seniority;
    }

    QueuePauses pauses() {
        return pauses;
    }

    ProgressWriter progressing() {
        return progress;
    }

    Following follower() {
        return following;
    }

    Step watching() {
        return watch;
    }

    /** Whether there are handlers whose jobs may come. */
    boolean hasHandlers() {
        return !handling.handlers().all().isEmpty();
    }
}
