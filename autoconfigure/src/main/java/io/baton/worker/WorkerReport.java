package io.baton.worker;

import java.util.Map;

/**
 * How a worker is.
 *
 * @param running whether it works at all
 * @param unsettled how many outcomes are not written yet
 * @param fenced how many outcomes were refused because the job was another worker's by then
 * @param blocked how many jobs were stored without the permits that they need, and were not started for want of them
 * @param threadsLost how many handlers ignored their interruption and were given up without having returned, by job type
 * @param shortages queues that run fewer handlers at once than they may, with the reason
 */
public record WorkerReport(
        boolean running,
        int unsettled,
        long fenced,
        long blocked,
        Map<String, Integer> threadsLost,
        Map<String, String> shortages) {

    static final WorkerReport STOPPED = new WorkerReport(false, 0, 0, 0, Map.of(), Map.of());
}
