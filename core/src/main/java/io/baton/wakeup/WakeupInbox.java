package io.baton.wakeup;

import io.baton.job.ClusterSignal;
import io.baton.job.ReadyJobs;
import io.baton.job.RemoteHints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Collects wake-ups, one for each queue, until the worker looks, and wakes it. Called from any thread. */
public final class WakeupInbox implements ClusterSignal {

    private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
    private boolean checkAll;
    private volatile boolean receivesFromOthers;
    private volatile Runnable onReady = () -> {};
    private volatile Runnable onScheduled = () -> {};
    private volatile Runnable onPausesChanged = () -> {};
    private volatile Consumer<String> onFound = queue -> {};
    private volatile RemoteHints<String> limits = new RemoteHints<>();
    private volatile RemoteHints<Long> batches = new RemoteHints<>();
    private volatile Set<String> served = Set.of();

    /** Calls this when jobs of a queue are ready. */
    public void onReady(Runnable action) {
        onReady = action;
    }

    /** Calls this when a job was scheduled that may be due before all others. */
    public void onScheduled(Runnable action) {
        onScheduled = action;
    }

    /** Calls this when queues were paused or resumed. */
    public void onPausesChanged(Runnable action) {
        onPausesChanged = action;
    }

    /** Calls this when a look at a queue found jobs. */
    public void onFound(Consumer<String> action) {
        onFound = action;
    }

    /** Gathers the hints of other nodes at limits here. */
    public void onLimit(RemoteHints<String> hints) {
        limits = hints;
    }

    /** Gathers the hints of other nodes at batches here. */
    public void onBatch(RemoteHints<Long> hints) {
        batches = hints;
    }

    /** Returns the hints of other nodes at limits. */
    RemoteHints<String> limits() {
        return limits;
    }

    /** Returns the hints of other nodes at batches. */
    RemoteHints<Long> batches() {
        return batches;
    }

    /** From now on a worker of this node takes from these queues and no others. */
    public void serve(Set<String> queues) {
        served = Set.copyOf(queues);
    }

    /** Whether a worker of this node takes from this queue. */
    public boolean serves(String queue) {
        return served.contains(queue);
    }

    /** A look at this queue found jobs. */
    public void found(String queue) {
        onFound.accept(queue);
    }

    /** Whether wake-ups of other nodes arrive from now on. Whatever happened before, or is lost afterwards, has to be looked for. */
    public void receivesFromOthers(boolean receives) {
        receivesFromOthers = receives;
        checkAll();
    }

    /** Whether wake-ups of other nodes arrive when they have work. */
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
    public void limitTouched(String name) {
        limits.add(name);
        limits.permitLook();
    }

    @Override
    public void batchTouched(long name) {
        batches.add(name);
        batches.permitLook();
    }

    /** Anything may have happened: every queue is looked at, and what is scheduled. */
    public void checkAll() {
        synchronized (this) {
            checkAll = true;
        }
        onReady.run();
        jobsScheduled();
    }

    /** Whether every queue should be looked at, since the last time this was asked. */
    public synchronized boolean takeCheckAll() {
        boolean all = checkAll;
        checkAll = false;
        return all;
    }

    /** Takes what came since the last look, in the order in which the queues came first. */
    public synchronized List<ReadyJobs> takeReady() {
        List<ReadyJobs> taken = List.copyOf(readyJobs.values());
        readyJobs.clear();
        return taken;
    }
}
