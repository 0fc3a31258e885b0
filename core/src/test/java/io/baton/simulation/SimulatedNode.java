package io.baton.simulation;

import io.baton.handler.RetryDecider;
import io.baton.job.DirtySet;
import io.baton.job.FollowUp;
import io.baton.job.JobStore;
import io.baton.job.Pulse.Part;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.loop.Loop;
import io.baton.loop.LoopControl.LoopFactory;
import io.baton.loop.Step;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.permit.DirtyLimits;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.sweep.SimulatedSweeper;
import io.baton.sweep.SweepSettings;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.WorkerSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.life.SimulatedWorker;
import io.baton.worker.life.WorkerParts;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;

/** A process: a worker and a sweeper, with a clock of its own. It can freeze and go on, and crash and be no more. */
final class SimulatedNode {

    private static final JacksonPayloadCodec CODEC = new JacksonPayloadCodec();
    private static final long STARTING_NANOS = 2_000_000;
    private static final int CHECKPOINT = 1_000;
    private static final int SLOWER = 3;
    private static final Duration SHUTDOWN = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String SWEEP = "sweep";
    private static final String FOLLOW = "baton-follow";
    static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final World world;
    private final int number;
    private final boolean current;
    private final WakeupInbox inbox = new WakeupInbox();
    private final WakeupPublisher publisher = new WakeupPublisher(inbox, new OtherNodes(this));
    private final NodeTransactions transactions;
    private final DirtyLimits dirty = new DirtyLimits();
    private final DirtySet<Long> dirtyGroups = new DirtySet<>();
    private final JobStore store;
    private final UserTransactions userTransactions = new UserTransactions(this);
    private final SimulatedWorker worker;
    private final List<Coroutine> coroutines = new ArrayList<>();
    private final List<VirtualLoop> loops = new ArrayList<>();
    private final VirtualLoop sweeping;
    private long frozenUntil = -1;
    private boolean departing;
    private boolean over;
    private boolean stopsAtNextCall;

    SimulatedNode(World world, int number, boolean current) {
        this.world = world;
        this.number = number;
        this.current = current;
        this.transactions = new NodeTransactions(this);
        this.store = new SimulatedStore(world, dirty::mark, dirtyGroups::mark);
        WorkerStore workers = new SimulatedWorkerStore(world);
        long offset = world.random().nextLong(-1L << 60, 1L << 60);
        Ticker ticker = () -> world.timeline().now() + offset;
        LoopFactory virtual = this::loop;
        SimulatedSweeper sweeper = new SimulatedSweeper(
                store,
                workers,
                transactions,
                inbox,
                sweepSettings(),
                ticker,
                world.random(),
                repairs(),
                this::sweepAgain);
        Engine engine = new Engine(
                new Stores(JobStore.roles(store), workers, transactions),
                transactions,
                Pulses.of(JobStore.roles(store), workers, transactions),
                this::execute,
                ticker,
                this::lockId,
                followUps(ticker),
                () -> false);
        VirtualScheduler deadlines = new VirtualScheduler(this);
        HandlerEnvironment handling = WorkerParts.handling(
                current ? Handlers.ALL : Handlers.OLD,
                new RetryDecider(null, world.random()),
                CODEC,
                SimulatedWorker.calls(userTransactions, userTransactions.store(), nanos -> pause(nanos, true)),
                Runs.NO_LISTENER);
        this.worker = new SimulatedWorker(
                engine,
                settings(),
                handling,
                publisher,
                sweeper.listener(),
                new SimulatedWorker.Time(deadlines, virtual, nanos -> pause(nanos, true)));
        this.sweeping = loop(SWEEP, sweeper.round(), Loop.LONGEST_PAUSE);
    }

    private List<FollowUp> followUps(Ticker ticker) {
        List<FollowUp> followUps = new ArrayList<>();
        if (!world.limits().isEmpty()) {
            followUps.add(permitFollowUp(ticker));
        }
        if (world.setup().batched()) {
            dirtyGroups.onOtherNodes(
                    names -> names.forEach(name -> publisher.otherNodes().changed(Part.BATCHES, String.valueOf(name))));
            inbox.onChanged(Part.BATCHES, dirtyGroups.remoteHints());
            followUps.add(new NodeBatches(this).followUp(ticker));
        }
        return followUps;
    }

    private FollowUp permitFollowUp(Ticker ticker) {
        dirty.onOtherNodes(names -> names.forEach(name -> publisher.otherNodes().changed(Part.LIMITS, name)));
        inbox.onChanged(Part.LIMITS, dirty.remoteHints());
        SteppedTransactions admitting = new SteppedTransactions(this);
        PermitStore permits = new SimulatedPermitStore(world, admitting);
        return new PermitFollowUp(permits, admitting, dirty, publisher, ticker, world.setup()::poll);
    }

    private List<SweepTask> repairs() {
        if (world.limits().isEmpty()) {
            return List.of();
        }
        SteppedTransactions repairing = new SteppedTransactions(this);
        return List.of(new RepairPermits(new SimulatedPermitStore(world, repairing), repairing, dirty, () -> {}));
    }

    private void sweepAgain() {
        sweeping.wake();
    }

    private WorkerSettings settings() {
        Setup setup = world.setup();
        return new WorkerSettings(
                toString(),
                setup.queues(),
                new WorkerSettings.Times(
                        setup.poll(),
                        setup.heartbeat().multipliedBy(pace()),
                        setup.deadAfter().multipliedBy(pace()),
                        SHUTDOWN),
                Behavior.MAX_ATTEMPTS,
                CHECKPOINT);
    }

    private int pace() {
        return world.setup().mixed() && number % 2 == 0 ? SLOWER : 1;
    }

    private SweepSettings sweepSettings() {
        Setup setup = world.setup();
        return new SweepSettings(
                setup.poll(),
                setup.heartbeat().multipliedBy(pace()),
                setup.deadAfter().multipliedBy(pace()),
                KEEP_ALL,
                true);
    }

    private VirtualLoop loop(String name, Step step, Duration longestPause) {
        VirtualLoop loop = new VirtualLoop(this, name, step, longestPause);
        loops.add(loop);
        return loop;
    }

    private UUID lockId() {
        return new UUID(world.random().nextLong(), world.random().nextLong());
    }

    void start() {
        worker.start();
        sweeping.start(true);
    }

    /** Ends in good order, the worker first. */
    void depart() {
        if (!departing && !over) {
            departing = true;
            go(new Coroutine(this, this::endInGoodOrder));
        }
    }

    private void endInGoodOrder() {
        try {
            worker.end();
            sweeping.stop(PATIENCE);
        } catch (RuntimeException e) {
            world.trace().say(() -> this + " could not end in good order: " + e);
        }
        crash();
    }

    /** Whether it knows every type of job. */
    boolean isCurrent() {
        return current;
    }

    World world() {
        return world;
    }

    SimulatedWorker worker() {
        return worker;
    }

    WakeupInbox inbox() {
        return inbox;
    }

    WakeupPublisher publisher() {
        return publisher;
    }

    JobStore store() {
        return store;
    }

    DirtyLimits dirty() {
        return dirty;
    }

    DirtySet<Long> dirtyGroups() {
        return dirtyGroups;
    }

    UserTransactions userTransactions() {
        return userTransactions;
    }

    private void execute(Runnable handlers) {
        if (over) {
            throw new RejectedExecutionException("The process is no more");
        }
        world.timeline().in(this, world.random().nextLong(STARTING_NANOS), () -> go(new Coroutine(this, handlers)));
    }

    void go(Coroutine coroutine) {
        coroutines.add(coroutine);
        coroutine.go();
    }

    void ended(Coroutine coroutine) {
        coroutines.remove(coroutine);
    }

    /** Whether the next turn can be stopped in its middle. */
    boolean stopsInTheMiddle(String name) {
        return stopsAtNextCall
                || (name.equals(SWEEP) && world.weather().isSluggish())
                || (name.startsWith(FOLLOW) && world.setup().stopsInTheMiddle() > 0)
                || world.chance(world.setup().stopsInTheMiddle());
    }

    /** The next turn of any step can be stopped in its middle. */
    void stopAtNextCall(boolean stops) {
        stopsAtNextCall = stops;
    }

    /** Lets time pass, if what runs can stop in its middle. */
    void pause(long nanos, boolean wakesOnInterrupt) {
        Coroutine coroutine = Coroutine.current();
        if (coroutine != null && !worker.isRegistering()) {
            coroutine.pause(nanos, wakesOnInterrupt);
        }
    }

    void checkAlive() {
        if (over) {
            throw new Crash();
        }
    }

    long frozenUntil() {
        return frozenUntil;
    }

    boolean isFrozen() {
        return frozenUntil > world.timeline().now();
    }

    void freeze(long nanos) {
        frozenUntil = Math.max(frozenUntil, world.timeline().now() + nanos);
    }

    boolean isOver() {
        return over;
    }

    /** The process is no more, at once; what it was doing is unwound as soon as the driver has the turn. */
    void crash() {
        if (!over) {
            over = true;
            loops.forEach(VirtualLoop::halt);
            world.timeline().in(null, 0, this::unwind);
        }
    }

    /** Ends what is left of a process that is no more. Called by the driver. */
    void unwind() {
        over = true;
        worker.forgetWaiting();
        while (!coroutines.isEmpty()) {
            coroutines.get(0).go();
        }
    }

    @Override
    public String toString() {
        return "node " + number;
    }
}
