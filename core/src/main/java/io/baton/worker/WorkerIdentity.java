package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.LogText;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who this worker is at the moment: registered before its first claim, and anew under a fresh epoch once it was taken for dead. What is
 * claimed under an id is taken on, and what is held under it is dropped, while no other thread can change it.
 *
 * <p>Its lease says how long it is sure not to have been taken for dead: {@code dead-after} from the moment at which its last good heartbeat was
 * sent, on its own monotonic clock. A process that was paused finds its lease run out, whichever of its threads goes on first.
 */
public final class WorkerIdentity {

    private static final Logger log = LoggerFactory.getLogger(WorkerIdentity.class);

    private final WorkerStore workers;
    private final Transactions transactions;
    private final Function<UUID, WorkerInfo> info;
    private final Ticker ticker;
    private final long leaseNanos;
    private volatile long leaseSince;
    private @Nullable Long id;
    private volatile Runnable drop = () -> {};
    private volatile Runnable resume = () -> {};

    public WorkerIdentity(
            WorkerStore workers,
            Transactions transactions,
            Function<UUID, WorkerInfo> info,
            Ticker ticker,
            Duration deadAfter) {
        this.workers = workers;
        this.transactions = transactions;
        this.info = info;
        this.ticker = ticker;
        this.leaseNanos = deadAfter.toNanos();
        this.leaseSince = ticker.nanos();
    }

    /**
     * Sets what goes with the identity.
     *
     * @param drop forgets what is held under it, which other nodes may run by now
     * @param resume goes on with what waited to learn whether the worker still lives
     */
    public void holds(Runnable drop, Runnable resume) {
        this.drop = drop;
        this.resume = resume;
    }

    /** Goes on with what waited to learn who this worker is. */
    public void resume() {
        resume.run();
    }

    /** The worker's row was written, by a statement that was sent at this time: no other node has taken it for dead. */
    public void renewed(long sentNanos) {
        boolean ranOut = !holdsLease();
        leaseSince = sentNanos;
        if (ranOut) {
            resume.run();
        }
    }

    /** Whether no other node can have taken the worker for dead yet. */
    public boolean holdsLease() {
        return holdsLease(ticker.nanos());
    }

    /** The same at a time that its ticker gave a moment ago. */
    public boolean holdsLease(long now) {
        return now - leaseSince < leaseNanos;
    }

    /** Returns the id to claim under; registers the worker if it has none. */
    public synchronized long current() {
        if (id == null) {
            WorkerInfo fresh = info.apply(UUID.randomUUID());
            long sent = ticker.nanos();
            id = transactions.run(() -> workers.register(fresh));
            leaseSince = sent;
            log.info(
                    "Worker {} is registered as {} and serves {}",
                    LogText.of(fresh.name()),
                    id,
                    LogText.of(fresh.queues().toString()));
        }
        return id;
    }

    /** Returns the id, if there is one. */
    public synchronized @Nullable Long known() {
        return id;
    }

    /** Whether nothing speaks against claiming: the worker cannot have been taken for dead, or it has no id yet. */
    public synchronized boolean mayClaim() {
        return id == null || holdsLease();
    }

    /** Takes on what was claimed under this id; returns whether it is still the worker's. */
    public synchronized boolean accept(long claimer, Runnable taking) {
        boolean current = id != null && id == claimer;
        if (current) {
            taking.run();
        }
        return current;
    }

    /** This id is dead: drops what is held under it; the next claim needs another. Returns whether it was this worker's until now. */
    public synchronized boolean lost(long dead) {
        boolean current = id != null && id == dead;
        if (current) {
            id = null;
            drop.run();
        }
        return current;
    }

    /**
     * Ends the worker's life.
     *
     * @param orderly whether nothing that it still holds is the reason
     */
    public synchronized void giveUp(boolean orderly) {
        Long current = id;
        if (current != null) {
            transactions.run(() -> {
                if (orderly) {
                    workers.deregister(current);
                } else {
                    workers.resign(current);
                }
                return null;
            });
            id = null;
        }
    }
}
