package io.baton.worker;

import java.time.Duration;
import java.util.Map;

/**
 * The options of a worker.
 *
 * @param maxAttempts the maximum number of attempts for jobs and handlers that set none
 * @param maxCheckpointSize the maximum size of a checkpoint, or of a result for which a step waits, in bytes
 */
public record WorkerSettings(
        String name, Map<String, QueueSettings> queues, Times times, int maxAttempts, int maxCheckpointSize) {

    /**
     * Intervals and time limits.
     *
     * @param pollInterval how long a queue is not polled when no wake-up comes
     * @param heartbeat how often the worker sends a heartbeat
     * @param deadAfter how long it may miss its heartbeats before its jobs are reclaimed
     * @param shutdownTimeout how long running handlers may go on once the application closes
     */
    public record Times(Duration pollInterval, Duration heartbeat, Duration deadAfter, Duration shutdownTimeout) {}

    /**
     * Limits how much of one queue a node runs.
     *
     * @param concurrency how many handler calls run at once
     * @param maxPrefetch how many jobs may wait in the node's memory, so that fast handlers find the next one at once
     * @param fairness how the shares of the queue have turns, if it has any
     */
    public record QueueSettings(int concurrency, int maxPrefetch, Fairness fairness) {

        private static final int MOST_AHEAD = 2_000;

        /** Creates settings of a queue whose shares have the same weight. */
        public QueueSettings(int concurrency, int maxPrefetch) {
            this(concurrency, maxPrefetch, Fairness.EQUAL);
        }

        /** Returns settings with which the duration of the handlers decides how many jobs wait. */
        public static QueueSettings of(int concurrency) {
            return new QueueSettings(concurrency, MOST_AHEAD);
        }

        /** Returns the same settings for a queue whose shares have turns in this way. */
        public QueueSettings with(Fairness other) {
            return new QueueSettings(concurrency, maxPrefetch, other);
        }
    }

    /**
     * How the shares of a queue have turns.
     *
     * @param weights the weights of shares, which are 1 otherwise; weights that were changed at run time replace them
     * @param reserve how many of the node's places no single share may take
     * @param byTime whether shares pay for the time of their runs instead of the number of their jobs
     */
    public record Fairness(Map<String, Integer> weights, int reserve, boolean byTime) {

        /** All shares have the same weight. */
        public static final Fairness EQUAL = new Fairness(Map.of(), 0, false);
    }
}
