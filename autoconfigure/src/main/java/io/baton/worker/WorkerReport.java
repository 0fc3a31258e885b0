package io.baton.worker;

import java.util.Map;

/**
 * How a worker is.
 *
 * @param running whether it works at all
 * @param troubles what fails at the moment, by the part of the worker that keeps trying
 * @param unsettled how many outcomes are not written yet
 * @param fenced how many outcomes were refused because the job was another worker's by then
 * @param threadsLost how many handlers ignored their interruption and were given up without having returned
 */
public record WorkerReport(
        boolean running, Map<String, Throwable> troubles, int unsettled, long fenced, int threadsLost) {

    static final WorkerReport STOPPED = new WorkerReport(false, Map.of(), 0, 0, 0);
}
