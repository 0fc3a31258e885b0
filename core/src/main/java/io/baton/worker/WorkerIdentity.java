package io.baton.worker;

import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.LogText;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the current id of this worker, which is registered before its first claim, and again under a fresh epoch after it was declared dead. Jobs are
 * accepted and dropped under the lock of this object, so that the id does not change meanwhile.
 *
 * <p>While the lease lasts, no other node can have declared the worker dead. It lasts for {@code dead-after} from the moment at which the last
 * successful heartbeat was sent, by the worker's own monotonic clock. After a pause of the process, every thread finds it expired.
 */
public final class WorkerIdentity {

    private static final Logger log = LoggerFactory.getLogger(WorkerIdentity.class);

    private final Engine engine;
    private final Function<UUID, WorkerInfo> info;
    private final long leaseNanos;
    private volatile long leaseSince;
    private @Nullable Long id;
    private volatile Runnable drop = () -> {};
    private volatile Runnable resume = () -> {};

    public WorkerIdentity(Engine engine, Function<UUID, WorkerInfo> info, Duration deadAfter) {
        this.engine = engine;
        this.info = info;
        this.leaseNanos = deadAfter.toNanos();
        this.leaseSince = engine.ticker().nanos();
    }

    /** Sets what drops the jobs that are held under a lost id, and what resumes work once it is known that the worker lives. */
    public void holds(Runnable drop, Runnable resume) {
        this.drop = drop;
        this.resume = resume;
    }

    public void resume() {
        resume.run();
    }

    /** Renews the lease after a heartbeat that was sent at this time and found the worker alive. */
    public void renewed(long sentNanos) {
        long before = leaseSince;
        leaseSince = sentNanos;
        // after the write: a runner that saw the lease end has put its jobs back, and no other thread resumes them
        if (engine.ticker().nanos() - before >= leaseNanos) {
            resume.run();
        }
    }

    /** Returns whether the lease is valid: no other node can have declared the worker dead yet. */
    public boolean holdsLease() {
        return holdsLease(engine.ticker().nanos());
    }

    /** Returns whether the lease was valid at the given time of the ticker. */
    public boolean holdsLease(long now) {
        return now - leaseSince < leaseNanos;
    }

    /** Returns the id to claim under; registers the worker if it has none. */
    public synchronized long current() {
        if (id == null) {
            WorkerInfo fresh = info.apply(UUID.randomUUID());
            long sent = engine.ticker().nanos();
            id = engine.transactions().run(() -> engine.workers().register(fresh));
            leaseSince = sent;
            log.info(
                    "Worker {} is registered as {} and serves {}",
                    LogText.of(fresh.name()),
                    id,
                    LogText.of(fresh.queues().toString()));
        }
        return id;
    }

    /** Returns the id; null if there is none. */
    public synchronized @Nullable Long known() {
        return id;
    }

    /** Returns whether the worker may claim: its lease is valid, or it has no id yet. */
    public synchronized boolean mayClaim() {
        return id == null || holdsLease();
    }

    /** Runs the action that accepts jobs if they were claimed under the current id; returns whether they were. */
    public synchronized boolean accept(long claimer, Runnable taking) {
        boolean current = id != null && id == claimer;
        if (current) {
            taking.run();
        }
        return current;
    }

    /** Drops an id that was declared dead, with the jobs that are held under it. Returns false if it was not the current id. */
    public synchronized boolean lost(long dead) {
        boolean current = id != null && id == dead;
        if (current) {
            id = null;
            drop.run();
        }
        return current;
    }

    /** Ends the worker's life: in good order, unless one of the jobs that it holds ends it. */
    public synchronized void giveUp(boolean orderly) {
        Long current = id;
        if (current != null) {
            engine.transactions().run(() -> {
                engine.workers().deregister(current, orderly);
                return null;
            });
            id = null;
        }
    }
}
