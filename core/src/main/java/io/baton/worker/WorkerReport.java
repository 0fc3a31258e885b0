package io.baton.worker;

import java.time.Duration;
import java.util.Map;

/**
 * How a worker is.
 *
 * @param running whether it works at all
 * @param unsettled how many outcomes are not written yet
 * @param fenced how many outcomes were refused because the job was another worker's by then
 * @param blocked how many jobs were stored without the permits that they need, and were not started for want of them
 * @param threadsLost how many handlers ignored their interruption and were given up without having returned, by job type
 * @param shortages queues that run fewer handlers at once than they may, and that there are no threads, with the reasons
 * @param jobsRunning how many jobs have threads of their own or share one
 * @param jobsWaiting how many jobs it holds that have not started
 * @param claims its claims since it started
 * @param settlements its writes of outcomes since it started
 * @param first whether it is the first of the workers that live, by their ids
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

    /**
     * What a worker runs of one queue.
     *
     * @param running how many calls of handlers are under way
     * @param held how many jobs it has claimed whose settlement has not ended
     * @param calls how many jobs were run since it started, and how long the calls took together
     */
    public record QueueWork(int running, int held, Times calls) {

        /** Of a queue that it does not serve. */
        public static final QueueWork NONE = new QueueWork(0, 0, Times.NONE);
    }

    /** How often something was done, and how long that took together. */
    public record Times(long count, Duration total) {

        static final Times NONE = new Times(0, Duration.ZERO);
    }
}
