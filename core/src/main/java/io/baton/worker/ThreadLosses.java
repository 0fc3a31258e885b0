package io.baton.worker;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The handlers that ignored their interruption, were given up and have not returned, by job type. */
final class ThreadLosses {

    private final Map<String, Integer> lost = new ConcurrentHashMap<>();

    void lost(ActiveRun run) {
        lost.merge(run.type(), 1, Integer::sum);
    }

    void found(ActiveRun run) {
        lost.computeIfPresent(run.type(), (type, count) -> count == 1 ? null : count - 1);
    }

    Map<String, Integer> byType() {
        return Map.copyOf(lost);
    }

    /** Returns which of these lanes' queues run fewer jobs at once than they may, with the reason. */
    static Map<String, String> shortages(Collection<Lane> lanes) {
        Map<String, String> shortages = new TreeMap<>();
        for (Lane lane : lanes) {
            if (lane.places() < lane.concurrency()) {
                shortages.put(
                        "queue " + lane.queue(),
                        shortage(
                                lane.places(), lane, "handlers that ignore their interruption hold the other threads"));
            } else if (!lane.pauseLeft().isZero()) {
                shortages.put("queue " + lane.queue(), shortage(lane.running(), lane, "no thread can be had for more"));
            }
        }
        return shortages;
    }

    private static String shortage(int places, Lane lane, String reason) {
        return "runs " + places + " of " + lane.concurrency() + " jobs at once: " + reason;
    }
}
