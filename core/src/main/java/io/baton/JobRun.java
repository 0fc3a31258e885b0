package io.baton;

/** One run of a job, as a {@link JobListener} receives it. Not meant to be implemented by applications: more may be added. */
public interface JobRun {

    /** Returns the job's id. */
    JobId id();

    /** Returns the job's type. */
    String type();

    /** Returns the queue that the job was claimed from. */
    String queue();

    /** Returns which attempt the run is, from 1. */
    int attempt();
}
