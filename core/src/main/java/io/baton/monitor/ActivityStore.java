package io.baton.monitor;

/** Keeps how much ran. */
public interface ActivityStore {

    /** Writes what one node has run until now. */
    void write(Activity activity);

    /** Removes so many of the rows at most that nobody looks at any more; returns how many there were. */
    int purge(int limit);
}
