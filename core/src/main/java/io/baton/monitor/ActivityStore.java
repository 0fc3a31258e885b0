package io.baton.monitor;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Stores how much each node ran, and how deep queues were. */
public interface ActivityStore {

    /**
     * Writes what one node has run until now.
     *
     * @param depths how many jobs of queues are ready, if this node is the one that writes it
     * @return the time by the clock of the database
     */
    Instant write(List<Activity> activities, Map<String, Long> depths);

    /**
     * Merges up to this many rows of the oldest quarter of an hour that ended more than an hour ago and is not merged; returns how many.
     */
    int fold(int limit);

    /** Removes up to this many rows that are too old for any chart; returns how many. */
    int purge(int limit);
}
