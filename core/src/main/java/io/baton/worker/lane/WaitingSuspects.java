package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.loop.Step;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Releases suspects that wait behind one that has run since its last turn, as it may for long: another node may be free. */
public final class WaitingSuspects implements Step {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final LaneRunners runners;
    private final SuspectGate gate;
    private @Nullable Fence inside;
    private Set<Fence> seen = Set.of();

    public WaitingSuspects(LaneRunners runners, SuspectGate gate) {
        this.runners = runners;
        this.gate = gate;
    }

    @Override
    public Duration turn() {
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
        return INTERVAL;
    }
}
