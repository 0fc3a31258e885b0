package io.baton.worker;

import io.baton.JobContext;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.loop.LoopFactory;
import java.lang.reflect.Field;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** The door of this package for the simulation: the real shift of a worker, without the threads that give its stations their turns. */
public final class SimulatedWorker {

    private static final Field JOB = jobOfContext();

    private final WorkerSession shift;
    private final WorkerAssembly stations;

    public SimulatedWorker(
            Worker.Parts parts, ScheduledExecutorService deadlines, LoopFactory loops, LongConsumer pause) {
        this.shift = new WorkerSession(parts, new Deadlines(deadlines), loops, pause);
        this.stations = shift.stations();
    }

    /** Calls in transactions of the manager, with another way to wait for rows that somebody holds. */
    public static TransactionalExecution calls(PlatformTransactionManager manager, JobStore store, LongConsumer pause) {
        return new TransactionalExecution(
                manager, new DefaultTransactionDefinition(), store, () -> {}, limit -> {}, pause);
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
        shift.start();
    }

    /** Ends in good order, which takes time. */
    public void end() {
        shift.end(Thread.currentThread());
    }

    /** Whether the current thread registers the worker, and keeps others waiting who ask for its id. */
    public boolean isRegistering() {
        return Thread.holdsLock(stations.identity());
    }

    public @Nullable Long id() {
        return stations.identity().known();
    }

    public boolean isIdle() {
        return stations.idle();
    }

    public boolean isSettled() {
        return stations.settled();
    }

    /** How many outcomes it has not written. */
    public int unsettled() {
        return stations.settler().unsettled();
    }

    /** How many claims it believes to hold. */
    public int held() {
        return stations.holdings().count();
    }

    public boolean holds(Fence fence) {
        return stations.holdings().holds(fence);
    }

    /** Forgets what waits, as the memory of a process that is no more. */
    public void forgetWaiting() {
        stations.runners().lanes().values().forEach(Lane::empty);
    }
}
