package io.baton;

import java.util.List;

/** Shows the steps of jobs, and changes them, for operators. */
public interface Steps {

    /** Returns the steps of a job in the order in which they began, the first 10,000 of them. */
    List<StepDetails> list(JobId job);

    /**
     * Removes the record of a step, so that the next run of the handler does it again. If the steps of the job are being undone, or could not be, the
     * step counts as undone instead. Unlike with {@link Once#forget}, its key is the same. Returns
     * false if there is no such step, the job has ended, a worker runs it, or the step waits: {@link #endWait} ends that.
     */
    boolean forget(JobId job, String name);

    /** Ends a wait now: a sleep is over, and an await times out. Returns false if the job does not wait in this step. */
    boolean endWait(JobId job, String name);
}
