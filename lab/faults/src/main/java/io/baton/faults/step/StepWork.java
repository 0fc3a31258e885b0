package io.baton.faults.step;

import io.baton.JobType;

/** The payloads. */
final class StepWork {

    static final String QUEUE = "steps";

    private StepWork() {}

    /**
     * A job of five steps.
     *
     * @param races whether it waits for its signal about as long as that takes, and not much longer
     * @param asks whether it asks the receiver if a call is uncertain
     * @param swallows whether its handler catches what ends its run
     */
    @JobType(name = "order", queue = QUEUE)
    record Order(int number, boolean races, boolean asks, boolean swallows) {}

    /** Sends the signal to such a job, and writes the response in the same transaction. */
    @JobType(name = "approve", queue = QUEUE)
    record Approve(long job, int number) {}

    /** Sends it in a transaction of its own, and writes the response in another. */
    @JobType(name = "approve-alone", queue = QUEUE)
    record ApproveAlone(long job, int number) {}
}
