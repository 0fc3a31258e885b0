package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Wakes this node, and wakes other nodes only for jobs that this node does not claim; otherwise each job would wake all nodes, most of them in vain.
 * Keeps a wake-up during a claim for the next claim. The monitor of the object guards it.
 */
public final class WakeupPublisher implements JobSignal {

    private final WakeupInbox here;
    private final ClusterSignal otherNodes;
    private final Map<String, ReadyJobs> awaitingClaim = new HashMap<>();
    private final Map<String, ReadyJobs> duringClaim = new HashMap<>();

    public WakeupPublisher(WakeupInbox here, ClusterSignal otherNodes) {
        this.here = here;
        this.otherNodes = otherNodes;
    }

    public WakeupInbox here() {
        return here;
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        boolean kept;
        synchronized (this) {
            kept = here.serves(ready.queue());
            if (kept) {
                awaitingClaim.merge(ready.queue(), ready, ReadyJobs::and);
            }
        }
        here.jobsAvailable(ready);
        if (!kept) {
            otherNodes.jobsAvailable(ready);
        }
    }

    @Override
    public void jobsScheduled() {
        here.jobsScheduled();
        otherNodes.jobsScheduled();
    }

    @Override
    public void pausesChanged() {
        here.pausesChanged();
        otherNodes.pausesChanged();
    }

    /** Returns the signal to other nodes for jobs that this node may not claim again. */
    public ClusterSignal otherNodes() {
        return otherNodes;
    }

    /** Sets the queues from which the worker of this node claims after each wake-up. */
    public synchronized void serve(Set<String> queues) {
        here.serve(queues);
    }

    /** Ends the claims of this node, and forwards its wake-ups to other nodes. */
    public void leave() {
        Set<String> left;
        synchronized (this) {
            left = here.served();
            serve(Set.of());
        }
        left.forEach(this::forward);
    }

    /** Records that a claim begins, which sees the jobs of all earlier wake-ups. */
    public synchronized void claiming(String queue) {
        ReadyJobs ready = awaitingClaim.remove(queue);
        if (ready != null) {
            duringClaim.merge(queue, ready, ReadyJobs::and);
        }
    }

    /** Records that the claim has emptied the queue. */
    public synchronized void drained(String queue) {
        duringClaim.remove(queue);
    }

    /** Forwards the wake-ups of a queue to other nodes, since it may have more jobs than this node claims now. */
    public void forward(String queue) {
        ReadyJobs ready;
        synchronized (this) {
            claiming(queue);
            ready = duringClaim.remove(queue);
        }
        if (ready != null) {
            otherNodes.jobsAvailable(ready);
        }
    }

    /** Forwards the wake-ups of all queues to other nodes, since this node claims nothing now. */
    public void forwardAll() {
        here.served().forEach(this::forward);
    }
}
