package io.baton.faults.batch;

import io.baton.JobType;

/** The payloads. */
final class BatchWork {

    private BatchWork() {}

    /** What a run does at its first time; later it completes. */
    enum Then {
        COMPLETE,
        FAIL,
        DIE
    }

    /**
     * What an item does.
     *
     * @param item its number in the batch
     * @param round arms what was set for this one
     */
    record Step(long batch, int item, int round, Then then) {}

    /** Writes its effect in the transaction that completes it. */
    @JobType(name = "written", queue = "items")
    record Written(Step step) {}

    /** Writes its effect before it completes, and is settled together with others. */
    @JobType(name = "loose", queue = "items")
    record Loose(Step step) {}

    /** Waits for a batch. */
    @JobType(name = "after", queue = "items")
    record After(long batch) {}

    /** Waits for the first death in a batch. */
    @JobType(name = "on-dead", queue = "items")
    record OnDead(long batch) {}
}
