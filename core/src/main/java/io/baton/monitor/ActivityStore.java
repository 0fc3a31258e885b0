package io.baton.monitor;

/** Stores how much each node ran. */
public interface ActivityStore {

    /** Writes what one node has run until now. */
    void write(Activity activity);

    /** Removes up to this many rows that are too old for any chart; returns how many. */
    int purge(int limit);
}
