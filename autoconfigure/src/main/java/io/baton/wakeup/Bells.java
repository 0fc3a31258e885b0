package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Rings here and, for what this node does not take itself, elsewhere: where every node works, all others would wake for each job to find
 * it taken. What was rung for while a claim was under way waits for the next one. Guarded by its monitor.
 */
public final class Bells implements JobSignal {

    private static final JobSignal NOBODY = new JobSignal() {
        @Override
        public void jobsAvailable(Ring ring) {}

        @Override
        public void jobsScheduled() {}
    };

    private final Doorbell here;
    private final JobSignal elsewhere;
    private final Map<String, Ring> awaitingClaim = new HashMap<>();
    private final Map<String, Ring> duringClaim = new HashMap<>();
    private Set<String> served = Set.of();

    public Bells(Doorbell here, JobSignal elsewhere) {
        this.here = here;
        this.elsewhere = elsewhere;
    }

    /** Returns the doorbell of this node. */
    public Doorbell here() {
        return here;
    }

    /** Where no other node can be rung. */
    public static Bells onlyHere(Doorbell here) {
        return new Bells(here, NOBODY);
    }

    @Override
    public void jobsAvailable(Ring ring) {
        boolean kept;
        synchronized (this) {
            kept = served.contains(ring.queue());
            if (kept) {
                awaitingClaim.merge(ring.queue(), ring, Ring::and);
            }
        }
        here.jobsAvailable(ring);
        if (!kept) {
            elsewhere.jobsAvailable(ring);
        }
    }

    @Override
    public void jobsScheduled() {
        here.jobsScheduled();
        elsewhere.jobsScheduled();
    }

    /** For what this node may not take again. */
    public JobSignal elsewhere() {
        return elsewhere;
    }

    /** From now on a worker of this node claims from these queues whenever they are rung. */
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

    /** A claim begins that will see all that was rung for until now. */
    public synchronized void claiming(String queue) {
        Ring ring = awaitingClaim.remove(queue);
        if (ring != null) {
            duringClaim.merge(queue, ring, Ring::and);
        }
    }

    /** The claim got all there was. */
    public synchronized void tookAll(String queue) {
        duringClaim.remove(queue);
    }

    /** There may be more in the queue than this node takes now. */
    public void passOn(String queue) {
        Ring ring;
        synchronized (this) {
            claiming(queue);
            ring = duringClaim.remove(queue);
        }
        if (ring != null) {
            elsewhere.jobsAvailable(ring);
        }
    }

    /** This node takes nothing for now. */
    public void passOnAll() {
        Set<String> queues;
        synchronized (this) {
            queues = served;
        }
        queues.forEach(this::passOn);
    }
}
