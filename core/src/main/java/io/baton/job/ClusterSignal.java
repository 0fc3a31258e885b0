package io.baton.job;

/** What other nodes are told: of jobs, and of what jobs share. Hints, as those of a {@link JobSignal}. */
public interface ClusterSignal extends JobSignal {

    /** A limit may have room or waiters that it had not before, which nobody has looked at. */
    void limitTouched(String name);

    /** Something became of a batch, or of one of its groups, which nobody has looked at. */
    void batchTouched(long name);
}
