package io.baton;

/** One run of a job, as a {@link JobListener} receives it. Applications should not implement this interface: methods may be added. */
public interface JobRun {

    /** Returns the job's id. */
    JobId id();

    /** Returns the job's type. */
    String type();

    /** Returns the queue that the job was claimed from. */
    String queue();

    /** Returns the number of the attempt, from 1. */
    int attempt();
}
