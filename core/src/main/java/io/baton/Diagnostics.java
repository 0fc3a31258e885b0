package io.baton;

/**
 * Explains why something does not run, for operators. Each call executes at most three short statements, which read a bounded number of rows and
 * lock none. A bean that applications can inject. Not meant to be implemented by applications: more may be added.
 */
public interface Diagnostics {

    /** Explains what a job waits for, or what has become of it. */
    Diagnosis job(JobId id);

    /** Explains why jobs of a queue do not start. */
    Diagnosis queue(String queue);

    /** Explains why jobs of a type do not start, by those of the newest 10,000 jobs. */
    Diagnosis type(String type);

    /** Explains why a batch has not ended. */
    Diagnosis batch(BatchId id);

    /** Explains why a flow has not ended: which of its steps are open, and what they wait for. */
    Diagnosis flow(BatchId id);
}
