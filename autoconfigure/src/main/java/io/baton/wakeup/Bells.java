package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final Map<String, Ring> awaitingClaim = new LinkedHashMap<>();
    private final Map<String, Ring> duringClaim = new LinkedHashMap<>();
    private Set<String> served = Set.of();

    public Bells(Doorbell here, JobSignal elsewhere) {
        this.here = here;
        this.elsewhere = elsewhere;
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
    public synchronized void serve(Set<String> queues) {
        served = Set.copyOf(queues);
    }

    /** Nobody claims here any more. */
    public void leave() {
        synchronized (this) {
            served = Set.of();
        }
        passOnAll();
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
        List<Ring> rings = new ArrayList<>();
        synchronized (this) {
            Ring claimed = duringClaim.remove(queue);
            Ring ring = awaitingClaim.remove(queue);
            if (claimed != null) {
                rings.add(claimed);
            }
            if (ring != null) {
                rings.add(ring);
            }
        }
        rings.forEach(elsewhere::jobsAvailable);
    }

    /** This node takes nothing for now. */
    public void passOnAll() {
        List<Ring> rings;
        synchronized (this) {
            rings = new ArrayList<>(duringClaim.values());
            rings.addAll(awaitingClaim.values());
            duringClaim.clear();
            awaitingClaim.clear();
        }
        rings.forEach(elsewhere::jobsAvailable);
    }
}
