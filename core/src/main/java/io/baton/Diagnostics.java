package io.baton;

/**
 * Explains why something does not run, for operators. Each call executes at most three short statements, which read a bounded number of rows and lock
 * none. Applications can inject this bean, but should not implement the interface: methods may be added.
 */
public interface Diagnostics {

    /** Explains what a job waits for, or how it ended. */
    Diagnosis job(JobId id);

    /** Explains why jobs of a queue do not start. */
    Diagnosis queue(String queue);

    /** Explains why jobs of a type do not start. It considers the newest 10,000 jobs only. */
    Diagnosis type(String type);

    /** Explains why a batch has not ended. */
    Diagnosis batch(BatchId id);

    /** Explains why a flow has not ended: which of its steps are open, and what they wait for. */
    Diagnosis flow(BatchId id);
}
