package io.baton.monitor;

import java.util.List;
import java.util.Map;

/** Stores how much each node ran, and how deep queues were. */
public interface ActivityStore {

    /**
     * Writes what one node has run until now.
     *
     * @param depths how many jobs of queues are ready, if this node is the one that writes it
     */
    void write(List<Activity> activities, Map<String, Long> depths);

    /** Merges up to this many rows that are older than an hour into rows of a quarter of an hour; returns how many. */
    int fold(int limit);

    /** Removes up to this many rows that are too old for any chart; returns how many. */
    int purge(int limit);
}
