package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Releases jobs that wait here too long, since another node may be free: suspects behind one that has run since the last turn, and jobs that were
 * claimed ahead of handlers that have become slow.
 */
public final class OverdueJobs implements Step {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final LaneRunners runners;
    private final SuspectGate gate;
    private final JobSignal here;
    private final Ticker ticker;
    private @Nullable Fence inside;
    private Set<Fence> seen = Set.of();
    private long lookedNanos;

    /**
     * Creates the step.
     *
     * @param here wakes this node for released jobs; the settler wakes other nodes once they are released
     */
    public OverdueJobs(LaneRunners runners, SuspectGate gate, JobSignal here, Ticker ticker) {
        this.runners = runners;
        this.gate = gate;
        this.here = here;
        this.ticker = ticker;
        this.lookedNanos = ticker.nanos();
    }

    @Override
    public Duration turn() {
        long passed = ticker.nanos() - lookedNanos;
        if (passed >= INTERVAL.toNanos()) {
            lookedNanos += passed;
            runners.lanes().values().forEach(lane -> releaseOverdue(lane, passed));
        }
        releaseSuspects();
        return INTERVAL;
    }

    private void releaseOverdue(Lane lane, long nanos) {
        List<ClaimedJob> overdue = lane.takeOverdue(nanos);
        if (!overdue.isEmpty()) {
            runners.release(overdue);
            here.jobsAvailable(ReadyJobs.outOfTurn(lane.queue()));
        }
    }

    private void releaseSuspects() {
        Fence last = inside;
        inside = gate.inside();
        boolean sameAsLast = inside != null && inside.equals(last);
        Set<Fence> waiting = new HashSet<>();
        for (Lane lane : runners.lanes().values()) {
            List<ClaimedJob> overdue = sameAsLast ? lane.takeSuspects(seen) : List.of();
            runners.release(overdue, Lane.RELEASED_FOR);
            lane.suspects().forEach(suspect -> waiting.add(suspect.fence()));
        }
        seen = waiting;
    }
}
