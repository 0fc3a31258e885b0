package io.baton.job;

import io.baton.database.Transactions;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Writes heartbeats, and reads with each what an idle worker needs: together, so that idleness costs one statement a heartbeat. */
@FunctionalInterface
public interface Pulses {

    /** The maximum number of dead workers in a result. */
    int MOST_DEAD = 10;

    /** Writes and commits a heartbeat of a worker that serves these queues. */
    Pulse take(long workerId, Set<String> queues);

    /**
     * Creates pulses of these stores' methods. The heartbeat is a transaction by itself: the queries after it may fail, such as on locked jobs,
     * without costing the worker its life.
     */
    static Pulses of(JobRoles jobs, WorkerStore workers, Transactions transactions) {
        return (workerId, queues) -> {
            Pulse heartbeat = transactions.run(() -> new Pulse(
                    workers.heartbeat(workerId), workers.living(), List.of(), Set.of(), null, null, Set.of()));
            try {
                return transactions.run(() -> new Pulse(
                        heartbeat.alive(),
                        heartbeat.living(),
                        workers.dead(MOST_DEAD),
                        jobs.claims().queuesWithWork(queues),
                        jobs.sweeps().nextDue().orElse(null),
                        jobs.claims().paused(),
                        Set.of()));
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(Pulses.class)
                        .debug("The heartbeat was written, but the queries with it failed", e);
                return heartbeat;
            }
        };
    }

    /** Receives the result of each heartbeat of this node's worker, on the heartbeat thread, which it must not block. */
    interface PulseListener {

        /** Receives the result of a heartbeat. */
        void received(Pulse pulse);

        /** Is called after a failed heartbeat: results before and after it must not be compared. */
        void missed();
    }
}
