package io.baton.job;

import io.baton.database.Transactions;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Says that a worker lives, and answers all that an idle worker has to ask: together, so that idleness costs one statement a beat. */
@FunctionalInterface
public interface Pulses {

    /** How many dead workers are named at once. */
    int MOST_DEAD = 10;

    /** One beat of a worker that serves these queues, committed. */
    Pulse take(long workerId, Set<String> queues);

    /**
     * The verbs of these stores, one after the other. The beat is a transaction by itself: what else is asked may fail, such as because
     * somebody has locked the jobs, and must not keep the worker from living.
     */
    static Pulses of(JobRoles jobs, WorkerStore workers, Transactions transactions) {
        return (workerId, queues) -> {
            Pulse beat = transactions.run(
                    () -> new Pulse(workers.beat(workerId), workers.living(), List.of(), Set.of(), null, null));
            try {
                return transactions.run(() -> new Pulse(
                        beat.alive(),
                        beat.living(),
                        workers.dead(MOST_DEAD),
                        jobs.claims().queuesWithWork(queues),
                        jobs.sweeps().nextDue().orElse(null),
                        jobs.claims().paused()));
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(Pulses.class).debug("A beat was taken, but nothing could be asked with it", e);
                return beat;
            }
        };
    }
}
