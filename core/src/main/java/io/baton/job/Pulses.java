package io.baton.job;

import io.baton.database.Transactions;
import io.baton.job.Pulse.Part;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/** Writes heartbeats and reads with each the state that an idle worker needs: an idle worker then costs one statement per heartbeat. */
@FunctionalInterface
public interface Pulses {

    /** The maximum number of dead workers in a pulse. */
    int MOST_DEAD = 10;

    /** Writes and commits a heartbeat of a worker that serves these queues. */
    Pulse take(long workerId, Set<String> queues);

    /**
     * Creates pulses that call the methods of these stores. The heartbeat is a transaction by itself: if the queries after it fail, such as on locked
     * jobs, the worker is not declared dead.
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

    /** Returns pulses each of which, for one interval, replaces polls for the parts that it finds unused. */
    static Pulses sparing(Pulses pulses, Map<Part, DirtySet<?>> parts, LongSupplier nanoTime) {
        return (workerId, queues) -> {
            long sent = nanoTime.getAsLong();
            Pulse pulse = pulses.take(workerId, queues);
            parts.forEach((part, dirty) -> dirty.sparedBy(interval -> {
                long left = interval.toNanos() - (nanoTime.getAsLong() - sent);
                return Duration.ofNanos(pulse.unused().contains(part) ? Math.max(0, left) : 0);
            }));
            return pulse;
        };
    }

    /** Receives the result of each heartbeat of this node's worker. Is called on the heartbeat thread and must not block it. */
    interface PulseListener {

        /** Receives the result of a heartbeat. */
        void received(Pulse pulse);

        /** Records a failed heartbeat: results before and after it must not be compared. */
        void missed();
    }
}
