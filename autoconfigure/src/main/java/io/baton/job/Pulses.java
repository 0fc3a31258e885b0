package io.baton.job;

import java.util.Set;

/** Says that a worker lives, and answers all that an idle worker has to ask: together, so that idleness costs one statement a beat. */
@FunctionalInterface
public interface Pulses {

    /** How many dead workers are named at once. */
    int MOST_DEAD = 10;

    /** One beat of a worker that serves these queues, committed. */
    Pulse take(long workerId, Set<String> queues);

    /** The verbs of these stores, one after the other. */
    static Pulses of(JobStore jobs, WorkerStore workers, Transactions transactions) {
        return (workerId, queues) -> transactions.run(() -> new Pulse(
                workers.beat(workerId),
                !jobs.heldBy(workerId).isEmpty(),
                workers.living(),
                workers.dead(MOST_DEAD),
                jobs.queuesWithWork(queues),
                jobs.nextDue().orElse(null)));
    }
}
