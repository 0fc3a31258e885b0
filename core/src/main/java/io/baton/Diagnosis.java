package io.baton;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reasons why a job, queue, type, batch or flow does not run or end.
 *
 * @param reasons with the most important one first; never empty
 */
public record Diagnosis(List<Reason> reasons) {

    public Diagnosis {
        reasons = List.copyOf(reasons);
    }

    /**
     * One reason.
     *
     * @param text the reason, for operators; it contains no payload and no message of an error
     * @param action what to do; null if there is nothing to do
     * @param jobs some jobs that the text is about, such as those that hold a permit
     */
    public record Reason(Cause cause, String text, @Nullable String action, List<JobId> jobs) {

        public Reason {
            jobs = List.copyOf(jobs);
        }
    }

    /** The causes that can delay a job, queue, type, batch or flow. More may be added. */
    public enum Cause {
        /** Its time has not come: it was scheduled, snoozed, or waits for its next attempt. */
        NOT_DUE,
        /** Its queue is paused. */
        QUEUE_PAUSED,
        /** Its queue is closed until its next window opens. */
        QUEUE_CLOSED,
        /** No living worker serves its queue. */
        QUEUE_NOT_SERVED,
        /** No living worker of its queue has a handler for its type. */
        TYPE_UNKNOWN,
        /** It waits for a permit of a semaphore. */
        WAITS_FOR_PERMIT,
        /** It waits for its turn of a rate. */
        WAITS_FOR_RATE,
        /** It waits for its turn in a sequence. */
        WAITS_FOR_TURN,
        /** It waits for earlier steps of its flow. */
        WAITS_FOR_STEPS,
        /** It waits for the end of a batch, or for its first dead item. */
        WAITS_FOR_BATCH,
        /** Its handler sleeps, or waits for a signal. */
        SUSPENDED,
        /** Other jobs of its queue run first. */
        BEHIND_OTHERS,
        /** It is the next one, and all threads for its queue are busy. */
        WORKERS_BUSY,
        /** Its workers died repeatedly, and a worker runs only one such job at a time. */
        SUSPECT,
        /** Nothing holds it: it starts in a moment. */
        READY_SOON,
        /** It has been due for longer than a moment, and the diagnosis found no reason. */
        OVERDUE,
        /** A living worker has claimed it: it runs, or waits in the memory of that node. */
        RUNNING,
        /** It was cancelled, and its handler has not returned yet. */
        CANCEL_REQUESTED,
        /** The worker that runs it has stopped its heartbeats. */
        WORKER_SILENT,
        /** Its worker is dead, and another node reclaims it. */
        WORKER_DEAD,
        /** The job failed for good, or items of the batch or flow did. */
        DEAD,
        /** Only dead items are left, so that nothing continues without an operator. */
        STUCK,
        /** The batch is not sealed: more items may come. */
        NOT_SEALED,
        /** Some of its items have not ended. */
        ITEMS_OPEN,
        /** There are no jobs that could run. */
        NO_JOBS,
        /** It has ended. */
        ENDED,
        /** It does not exist: its transaction is not committed or was rolled back, or it was removed from the history. */
        UNKNOWN_OR_UNCOMMITTED
    }
}
