package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Collects what is rung, one ring for each queue, until the worker looks, and wakes it. Rung from any thread. */
public final class Doorbell implements JobSignal {

    private final Map<String, Ring> rung = new LinkedHashMap<>();
    private boolean lookAtAll;
    private boolean hearsOthers;
    private Runnable onRing = () -> {};
    private Runnable onScheduled = () -> {};
    private Consumer<String> onFound = queue -> {};
    private Set<String> served = Set.of();

    /** Calls this when a queue is rung. */
    public synchronized void onRing(Runnable action) {
        onRing = action;
    }

    /** Calls this when a job was scheduled that may be due before all others. */
    public synchronized void onScheduled(Runnable action) {
        onScheduled = action;
    }

    /** Calls this when a look at a queue found jobs. */
    public synchronized void onFound(Consumer<String> action) {
        onFound = action;
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

    /** Whether other nodes can be heard from now on. Whatever happened before that, or goes unheard after it, has to be looked for. */
    public void hearsOthers(boolean hears) {
        synchronized (this) {
            hearsOthers = hears;
        }
        everything();
    }

    /** Whether other nodes ring here when they have work. */
    public synchronized boolean hearsOthers() {
        return hearsOthers;
    }

    @Override
    public void jobsAvailable(Ring ring) {
        Runnable wake;
        synchronized (this) {
            rung.merge(ring.queue(), ring, Ring::and);
            wake = onRing;
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

    /** Anything may have happened: every queue is looked at, and what is scheduled. */
    public void everything() {
        Runnable wake;
        synchronized (this) {
            lookAtAll = true;
            wake = onRing;
        }
        wake.run();
        jobsScheduled();
    }

    /** Whether every queue should be looked at, since the last time this was asked. */
    public synchronized boolean allRung() {
        boolean all = lookAtAll;
        lookAtAll = false;
        return all;
    }

    /** What was rung since the last look, in the order of the first ring of each queue. */
    public synchronized List<Ring> heard() {
        List<Ring> rings = List.copyOf(rung.values());
        rung.clear();
        return rings;
    }
}
