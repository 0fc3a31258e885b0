package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Runs jobs alone whose workers died twice: if the next one dies too, it is known who did it, and nobody else is charged. While one is
 * here nothing is claimed and nothing else starts. Used by the claim loop's thread only.
 */
final class Quarantine {

    private static final int CRASHES_OF_SUSPECTS = 2;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration ELSEWHERE = Duration.ofSeconds(5);

    private final Runners runners;
    private final Settler settler;
    private final Ticker ticker;
    private final Deque<Map.Entry<String, ClaimedJob>> suspects = new ArrayDeque<>();
    private long waitingSince;
    private boolean running;

    Quarantine(Runners runners, Settler settler, Ticker ticker) {
        this.runners = runners;
        this.settler = settler;
        this.ticker = ticker;
    }

    static boolean suspects(ClaimedJob job) {
        return job.crashes() >= CRASHES_OF_SUSPECTS;
    }

    boolean isEmpty() {
        return suspects.isEmpty() && !running;
    }

    /** Takes the suspects of a claim in; everything else that has not started goes back. */
    void admit(String queue, List<ClaimedJob> jobs) {
        List<ClaimedJob> unstarted = new ArrayList<>();
        for (ClaimedJob job : jobs) {
            if (suspects(job)) {
                suspects.add(Map.entry(queue, job));
            } else {
                unstarted.add(job);
            }
        }
        runners.hold(suspects.stream().map(Map.Entry::getValue).toList());
        runners.lanes().values().forEach(lane -> unstarted.addAll(lane.empty()));
        runners.handBack(unstarted);
        waitingSince = ticker.nanos();
    }

    /** Starts the next suspect once nothing else runs and every outcome is written. */
    Duration turn() {
        if (runners.idle() && settler.unsettled() == 0) {
            running = false;
            suspects.removeIf(suspect -> !runners.holds(suspect.getValue()));
            Map.Entry<String, ClaimedJob> next = suspects.pollFirst();
            if (next != null) {
                running = true;
                runners.accept(next.getKey(), List.of(next.getValue()));
            }
            return next == null ? Duration.ZERO : LOOK_AGAIN;
        }
        if (!running && ticker.nanos() - waitingSince > PATIENCE.toNanos()) {
            letGo();
        }
        return LOOK_AGAIN;
    }

    /** What runs here takes long: another node may be quieter. */
    private void letGo() {
        settler.settle(suspects.stream()
                .map(Map.Entry::getValue)
                .map(job -> new Settlement(job.fence(), new Outcome.HandedBack(ELSEWHERE, null)))
                .toList());
        suspects.clear();
    }

    /** Gives everything back that has not started. */
    void empty() {
        runners.handBack(suspects.stream().map(Map.Entry::getValue).toList());
        suspects.clear();
    }
}
