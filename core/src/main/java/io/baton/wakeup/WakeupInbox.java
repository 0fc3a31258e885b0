package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Collects wake-ups, one for each queue, until the worker looks, and wakes it. Called from any thread. */
public final class WakeupInbox implements JobSignal {

    private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
    private boolean checkAll;
    private boolean receivesFromOthers;
    private Runnable onReady = () -> {};
    private Runnable onScheduled = () -> {};
    private Runnable onPausesChanged = () -> {};
    private Consumer<String> onFound = queue -> {};
    private Consumer<String> onLimit = name -> {};
    private LongConsumer onBatch = name -> {};
    private Runnable onManyLimits = () -> {};
    private Runnable onManyBatches = () -> {};
    private Set<String> served = Set.of();

    /** Calls this when jobs of a queue are ready. */
    public synchronized void onReady(Runnable action) {
        onReady = action;
    }

    /** Calls this when a job was scheduled that may be due before all others. */
    public synchronized void onScheduled(Runnable action) {
        onScheduled = action;
    }

    /** Calls this when queues were paused or resumed. */
    public synchronized void onPausesChanged(Runnable action) {
        onPausesChanged = action;
    }

    /** Calls this when a look at a queue found jobs. */
    public synchronized void onFound(Consumer<String> action) {
        onFound = action;
    }

    /** Calls this when another node says that a limit is worth a look. */
    public synchronized void onLimit(Consumer<String> action) {
        onLimit = action;
    }

    /** Calls this when another node says that a batch is worth a look. */
    public synchronized void onBatch(LongConsumer action) {
        onBatch = action;
    }

    /** Calls this when others named so many limits that only a look around can tell which are worth one. */
    public synchronized void onManyLimits(Runnable action) {
        onManyLimits = action;
    }

    /** Calls this when others named so many batches that only a look around can tell which are worth one. */
    public synchronized void onManyBatches(Runnable action) {
        onManyBatches = action;
    }

    /** From now on a worker of this node takes from these queues and no others. */
    public synchronized void serve(Set<String> queues) {
        served = Set.copyOf(queues);
    }

    /** Whether a worker of this node takes from this queue. */
    public synchronized boolean serves(String queue) {
        return served.contains(queue);
    }

    /** A look at this queue found jobs. */
    public void found(String queue) {
        Consumer<String> listener;
        synchronized (this) {
            listener = onFound;
        }
        listener.accept(queue);
    }

    /** Whether wake-ups of other nodes arrive from now on. Whatever happened before, or is lost afterwards, has to be looked for. */
    public void receivesFromOthers(boolean receives) {
        synchronized (this) {
            receivesFromOthers = receives;
        }
        checkAll();
    }

    /** Whether wake-ups of other nodes arrive when they have work. */
    public synchronized boolean receivesFromOthers() {
        return receivesFromOthers;
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        Runnable wake;
        synchronized (this) {
            readyJobs.merge(ready.queue(), ready, ReadyJobs::and);
            wake = onReady;
        }
        wake.run();
    }

    @Override
    public void jobsScheduled() {
        Runnable wake;
        synchronized (this) {
            wake = onScheduled;
        }
        wake.run();
    }

    @Override
    public void pausesChanged() {
        Runnable wake;
        synchronized (this) {
            wake = onPausesChanged;
        }
        wake.run();
    }

    @Override
    public void limitTouched(String name) {
        Consumer<String> listener;
        synchronized (this) {
            listener = onLimit;
        }
        listener.accept(name);
    }

    @Override
    public void batchTouched(long name) {
        LongConsumer listener;
        synchronized (this) {
            listener = onBatch;
        }
        listener.accept(name);
    }

    /** More limits were named than anybody has to remember. */
    void manyLimitsTouched() {
        Runnable look;
        synchronized (this) {
            look = onManyLimits;
        }
        look.run();
    }

    /** More batches were named than anybody has to remember. */
    void manyBatchesTouched() {
        Runnable look;
        synchronized (this) {
            look = onManyBatches;
        }
        look.run();
    }

    /** Anything may have happened: every queue is looked at, and what is scheduled. */
    public void checkAll() {
        Runnable wake;
        synchronized (this) {
            checkAll = true;
            wake = onReady;
        }
        wake.run();
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
