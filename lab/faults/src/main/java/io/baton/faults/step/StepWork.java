package io.baton.faults.step;

import io.baton.JobType;

/** The payloads. */
final class StepWork {

    static final String QUEUE = "steps";

    private StepWork() {}

    /** How a job is to end. */
    enum End {
        COMPLETES,
        /** An operator cancels it at any time; it may complete before. */
        IS_CANCELLED,
        /** Its handler cancels it. */
        CANCELS,
        /** Its handler rejects it. */
        IS_REJECTED
    }

    /**
     * A job of seven steps.
     *
     * @param races whether it waits for its signal about as long as that takes, and not much longer
     * @param asks whether it asks the receiver if a call is uncertain
     * @param swallows whether its handler catches what ends its run
     * @param last the steps after which its handler cancels or rejects it; zero if its steps have no undo
     */
    @JobType(name = "order", queue = QUEUE)
    record Order(int number, boolean races, boolean asks, boolean swallows, End end, int last) {

        /** Returns whether its steps have an undo. */
        boolean hasUndo() {
            return last > 0;
        }

        /** Returns whether its handler is to end it now that so many steps are done. */
        boolean endsAs(End as, int steps) {
            return end == as && last == steps;
        }
    }

    /** Sends the signal to such a job, and writes the response in the same transaction. */
    @JobType(name = "approve", queue = QUEUE)
    record Approve(long job, int number) {}

    /** Sends it in a transaction of its own, and writes the response in another. */
    @JobType(name = "approve-alone", queue = QUEUE)
    record ApproveAlone(long job, int number) {}

    /** Cancels such a job as an operator does. */
    @JobType(name = "cancel", queue = QUEUE)
    record Cancel(long job) {}
}
