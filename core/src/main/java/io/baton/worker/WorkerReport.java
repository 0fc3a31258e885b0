package io.baton.worker;

import java.time.Duration;
import java.util.Map;

/**
 * Describes the state of a worker.
 *
 * @param unsettled how many outcomes are not written yet
 * @param fenced how many outcomes were refused because the claim was lost
 * @param blocked how many jobs were not started because they were stored without permits that they need
 * @param threadsLost how many handlers ignored their interruption and were given up without having returned, by job type
 * @param shortages the reasons why queues run fewer handlers at once than they may, or why there are no threads
 * @param jobsRunning how many jobs run, alone or several in one call
 * @param jobsWaiting how many jobs it holds that have not started
 * @param claims the number and duration of its claims since it started
 * @param settlements the number and duration of its writes of outcomes since it started
 * @param first whether it has the lowest id of all living workers
 */
public record WorkerReport(
        boolean running,
        int unsettled,
        long fenced,
        long blocked,
        Map<String, Integer> threadsLost,
        Map<String, String> shortages,
        int jobsRunning,
        int jobsWaiting,
        Times claims,
        Times settlements,
        boolean first) {

    public static final WorkerReport STOPPED =
            new WorkerReport(false, 0, 0, 0, Map.of(), Map.of(), 0, 0, Times.NONE, Times.NONE, false);

    /** Counts how often something was done, and how long it took in total. */
    public record Times(long count, Duration total) {

        static final Times NONE = new Times(0, Duration.ZERO);
    }
}
