package io.baton.worker.life;

import io.baton.handler.Handler;
import io.baton.job.FollowUp;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.Step;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.call.HandlerInvoker;
import io.baton.worker.call.JobExecutor;
import io.baton.worker.call.JobExecutor.StartGuard;
import io.baton.worker.call.LargePayloads;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.call.ProgressWriter;
import io.baton.worker.claim.ClaimLoop;
import io.baton.worker.claim.FairQueue;
import io.baton.worker.claim.QueueWatch;
import io.baton.worker.claim.QueueWatch.TypeFilters;
import io.baton.worker.lane.Lane;
import io.baton.worker.lane.Lane.SuspectGate;
import io.baton.worker.lane.LaneRunners;
import io.baton.worker.lane.LaneRunners.OverdueJobs;
import io.baton.worker.lane.LaneRunners.RunnerThreads;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import io.baton.worker.run.Settler;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the components of one worker and connects them. Nothing runs before a {@link WorkerSession} starts their loops. */
public final class WorkerAssembly {

    private static final int LONGEST_VERSION = 40;

    final Engine engine;
    final WorkerSettings settings;
    final WakeupPublisher publisher;
    final Deadlines deadlines;
    final Holdings holdings;
    final WorkerIdentity identity;
    final PausedQueues pauses;
    final ProgressWriter progress;
    final Settler settler;
    final LaneRunners runners;
    final ClaimLoop claims;
    final Heartbeat heartbeat;
    final Step watch;
    private final HandlerEnvironment handling;
    private final SuspectGate gate = new SuspectGate();
    private final MemoryShares shares;
    /** The queues whose shares pay for the time of their runs. */
    private final List<FairQueue> payingByTime;

    public WorkerAssembly(
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
        Set<String> queues = settings.queues().keySet();
        shares = MemoryShares.of(Runtime.getRuntime().maxMemory(), queues.size());
        pauses = new PausedQueues(engine, publisher);
        Map<String, FairQueue> fairQueues = new HashMap<>();
        settings.queues()
                .forEach((queue, size) -> fairQueues.put(
                        queue, new FairQueue(queue, size.concurrency(), size.fairness(), engine, pauses)));
        payingByTime = fairQueues.values().stream().filter(FairQueue::isByTime).toList();
        holdings = new Holdings(listener(handling.listener()), engine.ticker());
        fairQueues.values().forEach(queue -> queue.heldIn(holdings));
        identity = new WorkerIdentity(engine, this::describe, settings.times().deadAfter());
        progress = new ProgressWriter(
                engine, settings.maxCheckpointSize(), handling.transactions().pause());
        settler = new Settler(engine, holdings, publisher.here(), publisher.otherNodes());
        RunnerThreads threads = new RunnerThreads(engine.executor(), engine.ticker());
        runners = new LaneRunners(lanes(), threads, executor(), settler, holdings, deadlines);
        QueueWatch watched = new QueueWatch(
                engine, identity, fairQueues, publisher, settings.times().pollInterval(), pauses);
        claims = new ClaimLoop(engine, identity, runners, settler, watched, new TypeFilters(types(), engine.ticker()));
        claims.readLabels(!handling.interceptors().isEmpty());
        Orphans orphans = new Orphans(engine, identity, holdings, settler, claims::isOpen);
        claims.onFailure(orphans::suspect);
        settler.onLost(orphans::suspect);
        heartbeat = new Heartbeat(engine, settings, identity, pauses, publisher.here(), pulseListener);
        heartbeat.onMissed(orphans::suspect);
        watch = Step.inTurn(
                new OverdueJobs(runners, gate, publisher.here(), engine.ticker()),
                orphans::stopCancelled,
                orphans,
                progress);
        connect();
    }

    private RunListener listener(RunListener ofApplication) {
        return payingByTime.isEmpty()
                ? ofApplication
                : new RunListeners(
                        List.of(),
                        Stream.concat(Stream.of(ofApplication), payingByTime.stream())
                                .toList());
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
        JobContexts contexts = new JobContexts(engine, handling, settings.maxAttempts(), progress, pauses);
        return new JobExecutor(
                contexts,
                new StartGuard(engine.settlements(), engine.ofHandlers()),
                new LargePayloads(engine.claims(), engine.ofHandlers(), shares),
                new HandlerInvoker(contexts, identity),
                identity);
    }

    private Set<String> types() {
        return handling.handlers().all().stream().map(Handler::type).collect(Collectors.toUnmodifiableSet());
    }

    private void connect() {
        identity.holds(runners::drop, () -> {
            runners.resume();
            claims.wake();
        });
        runners.onCapacity(claims::capacityAvailable);
        holdings.onSettled(job -> {
            if (gate.leave(job)) {
                runners.startSuspect();
            }
            if (!payingByTime.isEmpty()) {
                payingByTime.forEach(queue -> queue.settled(job));
            }
        });
        pauses.onPaused(runners::releaseWaiting);
    }

    private WorkerInfo describe(UUID epoch) {
        String host = host();
        long pid = ProcessHandle.current().pid();
        String version = WorkerAssembly.class.getPackage().getImplementationVersion();
        String shown = version == null ? "" : version.substring(0, Math.min(version.length(), LONGEST_VERSION));
        return new WorkerInfo(
                settings.name().isBlank() ? host + ":" + pid : settings.name(),
                host,
                pid,
                epoch,
                shown,
                settings.times().deadAfter(),
                settings.queues().keySet(),
                types());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /** Lets no job of some queues start, each for the time that the function returns. */
    public WorkerAssembly closing(Supplier<Map<String, Duration>> closed) {
        pauses.closed(closed);
        return this;
    }

    /** Returns a step that runs the turns of a follow-up, which the caller begins and ends. One thread at a time uses it. */
    Step following(FollowUp followUp) {
        return () -> followUp.follow(() -> pauses.open(settings.queues().keySet()));
    }

    boolean hasHandlers() {
        return !handling.handlers().all().isEmpty();
    }
}
