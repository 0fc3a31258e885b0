package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.loop.Step;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hands suspects back that waited here at its last turn already, since another one runs for long: another node may be free. */
final class WaitingSuspects implements Step {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final LaneRunners runners;
    private Set<Fence> seen = Set.of();

    WaitingSuspects(LaneRunners runners) {
        this.runners = runners;
    }

    @Override
    public Duration turn() {
        Set<Fence> waiting = new HashSet<>();
        for (Lane lane : runners.lanes().values()) {
            List<ClaimedJob> overdue = lane.takeSuspects(seen);
            runners.handBack(overdue, Lane.ELSEWHERE);
            lane.suspects().forEach(suspect -> waiting.add(suspect.fence()));
        }
        seen = waiting;
        return INTERVAL;
    }
}
