package io.baton.worker.life;

import io.baton.job.FollowUp;
import io.baton.loop.DurationText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Loop;
import io.baton.loop.LoopControl;
import io.baton.loop.LoopControl.LoopFactory;
import io.baton.loop.Troubled.Trouble;
import io.baton.worker.WorkerReport;
import io.baton.worker.lane.Lane;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the loops of one worker from start to stop, and ends them in order. */
final class WorkerSession {

    private static final Logger log = LoggerFactory.getLogger(WorkerSession.class);
    private static final Duration LAST_CLAIM = Duration.ofSeconds(2);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    /** The time for the last writes. The phase of the shutdown is five seconds longer than handlers may go on. */
    private static final Duration TIDYING = Duration.ofSeconds(4);

    private static final Duration LEAVING = Duration.ofSeconds(1);
    private static final long POLL_NANOS = 5_000_000;
    private static final int POLLS_PER_STACK_CHECK = 20;

    private final WorkerAssembly worker;
    private final LongConsumer pause;
    private final LoopControl claiming;
    private final LoopControl settling;
    private final LoopControl beating;
    private final LoopControl watching;
    private final LoopControl leaving;
    /** The loops of the follow-ups. Each has a thread of its own, so that none delays another. */
    private final Map<FollowUp, LoopControl> following = new LinkedHashMap<>();

    private int polls;

    WorkerSession(WorkerAssembly worker, LoopFactory loops, LongConsumer pauseNanos) {
        this.worker = worker;
        this.pause = pauseNanos;
        claiming = loops.create("baton-claim", worker.claims, Loop.LONGEST_PAUSE);
        settling = loops.create("baton-settle", worker.settler, Loop.LONGEST_PAUSE);
        beating = loops.create(
                "baton-heartbeat", worker.heartbeat, worker.settings.times().heartbeat());
        watching = loops.create("baton-watch", worker.watch, Loop.LONGEST_PAUSE);
        leaving = loops.create("baton-deregister", this::leave, Loop.LONGEST_PAUSE);
        worker.engine.followUps().forEach(each -> {
            String name = "baton-follow " + each.getClass().getSimpleName();
            following.put(each, loops.create(name, worker.following(each), Loop.LONGEST_PAUSE));
        });
        worker.claims.onWork(claiming::wake);
        worker.settler.onWork(settling::wake);
        worker.publisher.here().onReady(claiming::wake);
        worker.publisher.here().onPausesChanged(beating::wake);
        worker.publisher.serve(worker.settings.queues().keySet());
    }

    /** Starts the loops. The loop of claims keeps the JVM alive if there are handlers. */
    void start() {
        beating.start(true);
        settling.start(true);
        watching.start(true);
        worker.pauses.onResumed(() -> following.values().forEach(LoopControl::wake));
        following.forEach((followUp, loop) -> {
            followUp.begin(loop::wake);
            loop.start(true);
        });
        claiming.start(!worker.hasHandlers());
    }

    WorkerReport report() {
        int running = worker.holdings.running().size();
        return new WorkerReport(
                true,
                worker.settler.unsettled(),
                worker.settler.fenced(),
                worker.settler.blocked(),
                worker.runners.threadsLost(),
                worker.runners.shortages(),
                running,
                Math.max(0, worker.holdings.count() - running - worker.settler.unsettled()),
                worker.claims.times(),
                worker.settler.times(),
                worker.heartbeat.isFirst());
    }

    List<Trouble> troubles() {
        return Stream.concat(Stream.of(claiming, settling, beating, watching), following.values().stream())
                .flatMap(loop -> loop.trouble().stream())
                .toList();
    }

    /**
     * Ends the worker: claims nothing more, releases jobs that have not started, lets the others end or interrupts them, and sends heartbeats to the
     * last. This takes no longer than the phase of the shutdown lasts. Other nodes reclaim the jobs whose outcomes cannot be written because the
     * database does not respond.
     *
     * @param waiting the thread that waits for the end: if a handler runs on this thread, it is the one that ends the worker
     */
    void end(Thread waiting) {
        worker.holdings.endAwaitedBy(waiting);
        Duration patience = worker.settings.times().shutdownTimeout();
        long handlersEnd = nanos() + patience.toNanos();
        stopClaiming();
        boolean drained = await(this::isDrained, handlersEnd);
        long end = nanos() + TIDYING.toNanos();
        if (!drained) {
            log.info("Handlers still run after {} and are interrupted", DurationText.of(patience));
            worker.holdings.stopAll(StopReason.SHUTDOWN);
            await(this::isDrained, nanos() + AFTER_INTERRUPT.toNanos());
        }
        worker.deadlines.close();
        releaseInterrupted();
        await(() -> worker.settler.unsettled() == 0, end);
        stop(List.of(watching, settling, beating), end);
        leaving.start(true);
        leaving.stop(LEAVING);
    }

    private void stopClaiming() {
        stop(following.values(), nanos() + LAST_CLAIM.toNanos());
        following.keySet().forEach(FollowUp::end);
        claiming.stop(LAST_CLAIM);
        // after the last turn of the claims
        worker.publisher.leave();
        worker.runners.lanes().values().forEach(Lane::close);
        worker.runners.releaseWaiting();
    }

    private void stop(Collection<LoopControl> all, long end) {
        all.forEach(loop -> loop.stop(Duration.ofNanos(Math.max(0, end - nanos()))));
    }

    /** Deregisters the worker on a thread of its own, since a database that does not respond would delay the end of the application. */
    private Duration leave() {
        try {
            worker.identity.giveUp(worker.holdings.runs().stream().noneMatch(ActiveRun::endsProcess));
        } catch (RuntimeException e) {
            log.warn(
                    "The worker could not deregister; its jobs are reclaimed once it has sent no heartbeat for baton.worker.dead-after",
                    LoggedFailure.withoutMessages(e));
        }
        return Loop.LONGEST_PAUSE;
    }

    private boolean isDrained() {
        return worker.runners.idle() || (polls++ % POLLS_PER_STACK_CHECK == 0 && onlyEndsProcess());
    }

    /** Returns whether only handlers that end the process still run, which themselves wait for this worker. */
    boolean onlyEndsProcess() {
        long ending =
                worker.holdings.runs().stream().filter(ActiveRun::endsProcess).count();
        return ending > 0 && ending == worker.runners.running();
    }

    void releaseInterrupted() {
        worker.holdings.runs().forEach(this::releaseInterrupted);
    }

    /** Releases the jobs of a run. A run that ends the process is kept: its jobs are reclaimed as after the death of a worker. */
    private void releaseInterrupted(ActiveRun run) {
        if (!run.endsProcess()) {
            worker.runners.releaseInterrupted(run);
            return;
        }
        log.warn(
                "The handler of job {} ({}) ends the process or the application; the job counts as one whose worker died",
                run.claimed().get(0).id(),
                LogText.of(run.type()));
    }

    /** Waits for the condition until this time; returns whether it came true. */
    private boolean await(BooleanSupplier condition, long end) {
        while (!condition.getAsBoolean()) {
            if (nanos() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            pause.accept(POLL_NANOS);
        }
        return true;
    }

    private long nanos() {
        return worker.engine.ticker().nanos();
    }
}
