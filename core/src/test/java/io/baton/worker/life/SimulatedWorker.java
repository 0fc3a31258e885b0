package io.baton.worker.life;

import io.baton.JobContext;
import io.baton.job.Fence;
import io.baton.job.JobRoles;
import io.baton.job.JobSettlements;
import io.baton.job.Pulses.PulseListener;
import io.baton.loop.LoopControl.LoopFactory;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.WorkerSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.RunningJobContext;
import io.baton.worker.call.TransactionalExecution;
import io.baton.worker.lane.Lane;
import io.baton.worker.run.ActiveRun.Deadlines;
import java.lang.reflect.Field;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** The door of this package for the simulation: the real session of a worker, without the threads that give its parts their turns. */
public final class SimulatedWorker {

    private static final Field JOB = jobOfContext();

    private final WorkerAssembly parts;
    private final WorkerSession session;

    /** How time passes. */
    public record Time(ScheduledExecutorService deadlines, LoopFactory loops, LongConsumer pause) {}

    public SimulatedWorker(
            Engine engine,
            WorkerSettings settings,
            HandlerEnvironment handling,
            WakeupPublisher publisher,
            PulseListener listener,
            Time time) {
        this.parts =
                new WorkerAssembly(engine, settings, handling, publisher, listener, new Deadlines(time.deadlines()));
        this.session = new WorkerSession(parts, time.loops(), time.pause());
    }

    /** Calls in transactions of the manager, with another way to wait for rows that somebody holds. */
    @SuppressWarnings("NullAway") // of the roles, only the settlements are used
    public static TransactionalExecution calls(
            @Nullable PlatformTransactionManager manager, JobSettlements store, LongConsumer pause) {
        JobRoles roles = new JobRoles(null, null, store, null, null, null, null);
        return new TransactionalExecution(
                manager, new DefaultTransactionDefinition(), roles, () -> {}, limit -> {}, () -> {}, () -> {}, pause);
    }

    private static Field jobOfContext() {
        try {
            Field job = RunningJobContext.class.getDeclaredField("job");
            job.setAccessible(true);
            return job;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The claim under which a handler was given its job, which handlers are not told. */
    public static Fence fence(JobContext context) {
        try {
            return ((io.baton.job.ClaimedJob) JOB.get(context)).fence();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    public void start() {
        session.start();
    }

    /** Ends in good order, which takes time. */
    public void end() {
        session.end(Thread.currentThread());
    }

    /** Whether the current thread registers the worker, and keeps others waiting who ask for its id. */
    public boolean isRegistering() {
        return Thread.holdsLock(parts.identity);
    }

    public @Nullable Long id() {
        return parts.identity.known();
    }

    public boolean isIdle() {
        return parts.runners.idle();
    }

    public boolean isSettled() {
        return unsettled() == 0;
    }

    /** How many outcomes it has not written. */
    public int unsettled() {
        return parts.settler.unsettled();
    }

    /** How many claims it believes to hold. */
    public int held() {
        return parts.holdings.count();
    }

    public boolean holds(Fence fence) {
        return parts.holdings.holds(fence);
    }

    /** Forgets what waits, as the memory of a process that is no more. */
    public void forgetWaiting() {
        parts.runners.lanes().values().forEach(Lane::empty);
    }
}
