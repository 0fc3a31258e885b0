package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a job alone whose workers died twice: if the next one dies too, it is known who did it, and nobody else is charged. While one is
 * here nothing is claimed and nothing else starts, and no other is kept beside it, which would share its charge. Used by the claim
 * loop's thread only.
 */
final class Quarantine {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration ELSEWHERE = Duration.ofSeconds(5);

    private final Runners runners;
    private final Holdings holdings;
    private final Settler settler;
    private final Ticker ticker;
    private @Nullable Suspect waiting;
    private boolean running;

    Quarantine(Runners runners, Holdings holdings, Settler settler, Ticker ticker) {
        this.runners = runners;
        this.holdings = holdings;
        this.settler = settler;
        this.ticker = ticker;
    }

    private record Suspect(String queue, ClaimedJob job, long since) {}

    static boolean suspects(ClaimedJob job) {
        return job.crashes() >= ClaimedJob.CRASHES_OF_SUSPECTS;
    }

    boolean isEmpty() {
        return waiting == null && !running;
    }

    /** Keeps the first suspect of a claim; everything else that has not started goes back. */
    void admit(String queue, List<ClaimedJob> jobs) {
        List<ClaimedJob> unstarted = new ArrayList<>();
        for (ClaimedJob job : jobs) {
            if (waiting == null && suspects(job)) {
                waiting = new Suspect(queue, job, ticker.nanos());
                holdings.claimed(List.of(job));
            } else {
                unstarted.add(job);
            }
        }
        runners.lanes().values().forEach(lane -> unstarted.addAll(lane.empty()));
        runners.handBack(unstarted);
    }

    /** Starts the suspect once nothing else runs and every outcome is written. */
    Duration turn() {
        Suspect suspect = waiting;
        if (runners.idle() && settler.unsettled() == 0) {
            waiting = null;
            running = suspect != null && holdings.holds(suspect.job().fence());
            if (suspect != null && running) {
                runners.accept(suspect.queue(), List.of(suspect.job()));
            }
            return running ? LOOK_AGAIN : Duration.ZERO;
        }
        if (suspect != null && ticker.nanos() - suspect.since() > PATIENCE.toNanos()) {
            letGo(suspect);
        }
        return LOOK_AGAIN;
    }

    /** What runs here takes long: another node may be quieter. */
    private void letGo(Suspect suspect) {
        waiting = null;
        settler.settle(List.of(new Settlement(suspect.job().fence(), new Outcome.HandedBack(ELSEWHERE, null))));
    }

    /** Gives everything back that has not started. */
    void empty() {
        if (waiting != null) {
            runners.handBack(List.of(waiting.job()));
            waiting = null;
        }
    }
}
