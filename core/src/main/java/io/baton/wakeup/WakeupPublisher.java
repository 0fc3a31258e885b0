package io.baton.wakeup;

import io.baton.job.ClusterSignal;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Wakes this node and, for what it does not take itself, the others: where every node works, all others would wake for each job to find
 * it taken. What was announced while a claim was under way waits for the next one. Guarded by its monitor.
 */
public final class WakeupPublisher implements JobSignal {

    private static final ClusterSignal NOBODY = new ClusterSignal() {
        @Override
        public void jobsAvailable(ReadyJobs ready) {}

        @Override
        public void jobsScheduled() {}

        @Override
        public void pausesChanged() {}

        @Override
        public void limitTouched(String name) {}

        @Override
        public void batchTouched(long name) {}
    };

    private final WakeupInbox here;
    private final ClusterSignal elsewhere;
    private final Map<String, ReadyJobs> awaitingClaim = new HashMap<>();
    private final Map<String, ReadyJobs> duringClaim = new HashMap<>();
    private Set<String> served = Set.of();

    public WakeupPublisher(WakeupInbox here, ClusterSignal elsewhere) {
        this.here = here;
        this.elsewhere = elsewhere;
    }

    /** Returns the inbox of this node. */
    public WakeupInbox here() {
        return here;
    }

    /** Where no other node can be woken. */
    public static WakeupPublisher onlyHere(WakeupInbox here) {
        return new WakeupPublisher(here, NOBODY);
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        boolean kept;
        synchronized (this) {
            kept = served.contains(ready.queue());
            if (kept) {
                awaitingClaim.merge(ready.queue(), ready, ReadyJobs::and);
            }
        }
        here.jobsAvailable(ready);
        if (!kept) {
            elsewhere.jobsAvailable(ready);
        }
    }

    @Override
    public void jobsScheduled() {
        here.jobsScheduled();
        elsewhere.jobsScheduled();
    }

    @Override
    public void pausesChanged() {
        here.pausesChanged();
        elsewhere.pausesChanged();
    }

    /** For what this node may not take again. */
    public ClusterSignal elsewhere() {
        return elsewhere;
    }

    /** From now on a worker of this node claims from these queues whenever they are announced. */
    public void serve(Set<String> queues) {
        synchronized (this) {
            served = Set.copyOf(queues);
        }
        here.serve(queues);
    }

    /** Nobody claims here any more. */
    public void leave() {
        Set<String> left;
        synchronized (this) {
            left = served;
            served = Set.of();
        }
        here.serve(Set.of());
        left.forEach(this::passOn);
    }

    /** A claim begins that will see all that was announced until now. */
    public synchronized void claiming(String queue) {
        ReadyJobs ready = awaitingClaim.remove(queue);
        if (ready != null) {
            duringClaim.merge(queue, ready, ReadyJobs::and);
        }
    }

    /** The claim got all there was. */
    public synchronized void tookAll(String queue) {
        duringClaim.remove(queue);
    }

    /** There may be more in the queue than this node takes now. */
    public void passOn(String queue) {
        ReadyJobs ready;
        synchronized (this) {
            claiming(queue);
            ready = duringClaim.remove(queue);
        }
        if (ready != null) {
            elsewhere.jobsAvailable(ready);
        }
    }

    /** This node takes nothing for now. */
    public void forwardAll() {
        Set<String> queues;
        synchronized (this) {
            queues = served;
        }
        queues.forEach(this::passOn);
    }
}
