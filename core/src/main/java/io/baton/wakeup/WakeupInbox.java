package io.baton.wakeup;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import io.baton.job.RemoteHints;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Collects wake-ups, one per queue, until the worker reads them, and wakes the worker. Any thread may call it. */
public final class WakeupInbox implements ClusterSignal {

    private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
    private final Map<Part, RemoteHints> hints = new ConcurrentHashMap<>();
    private boolean checkAll;
    private volatile boolean receivesFromOthers;
    private volatile Runnable onReady = () -> {};
    private volatile Runnable onScheduled = () -> {};
    private volatile Runnable onPausesChanged = () -> {};
    private volatile Consumer<String> onFound = queue -> {};
    private volatile Set<String> served = Set.of();

    public void onReady(Runnable action) {
        onReady = action;
    }

    /** Sets the callback for a scheduled job that may be due before all others. */
    public void onScheduled(Runnable action) {
        onScheduled = action;
    }

    /** Sets the callback for queues that were paused or resumed. */
    public void onPausesChanged(Runnable action) {
        onPausesChanged = action;
    }

    /** Sets the callback for a queue in which a poll found jobs. */
    public void onFound(Consumer<String> action) {
        onFound = action;
    }

    /** Sets the collector of other nodes' hints about state of this kind. */
    public void onChanged(Part kind, RemoteHints collector) {
        hints.put(kind, collector);
    }

    /** Returns the collector of other nodes' hints about state of this kind. */
    RemoteHints hints(Part kind) {
        return hints.computeIfAbsent(kind, fresh -> new RemoteHints());
    }

    Collection<RemoteHints> hints() {
        return hints.values();
    }

    /** Sets the queues that the worker of this node claims from. */
    public void serve(Set<String> queues) {
        served = Set.copyOf(queues);
    }

    Set<String> served() {
        return served;
    }

    boolean serves(String queue) {
        return served.contains(queue);
    }

    public void found(String queue) {
        onFound.accept(queue);
    }

    /** Sets whether wake-ups of other nodes arrive from now on, and requests a poll of all queues for earlier wake-ups. */
    public void receivesFromOthers(boolean receives) {
        receivesFromOthers = receives;
        checkAll();
    }

    public boolean receivesFromOthers() {
        return receivesFromOthers;
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        synchronized (this) {
            readyJobs.merge(ready.queue(), ready, ReadyJobs::and);
        }
        onReady.run();
    }

    @Override
    public void jobsScheduled() {
        onScheduled.run();
    }

    @Override
    public void pausesChanged() {
        onPausesChanged.run();
    }

    @Override
    public void changed(Part kind, String name) {
        hints(kind).add(name);
        hints(kind).permitRead();
    }

    /** Requests a poll of every queue and of the scheduled jobs. */
    public void checkAll() {
        synchronized (this) {
            checkAll = true;
        }
        onReady.run();
        jobsScheduled();
    }

    /** Returns whether a poll of every queue was requested since the last call. */
    public synchronized boolean takeCheckAll() {
        boolean all = checkAll;
        checkAll = false;
        return all;
    }

    /** Returns the wake-ups since the last call, ordered by the first wake-up of each queue. */
    public synchronized List<ReadyJobs> takeReady() {
        List<ReadyJobs> taken = List.copyOf(readyJobs.values());
        readyJobs.clear();
        return taken;
    }
}
