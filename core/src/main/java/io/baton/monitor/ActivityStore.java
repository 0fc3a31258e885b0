package io.baton.monitor;

import io.baton.monitor.Activity.Kind;
import java.time.Instant;
import java.util.Map;

/** Stores how many runs each node had, and how many jobs of queues were ready. */
public interface ActivityStore {

    /**
     * Writes the activities of this node since its last write.
     *
     * @param depths the number of ready jobs by queue; empty unless this node is to write it
     * @return the time of the database
     */
    Instant write(Map<Kind, Activity> activities, Map<String, Long> depths);

    /** Merges up to this many rows of the oldest unmerged quarter of an hour that ended more than an hour ago. Returns how many. */
    int fold(int limit);

    /** Removes up to this many rows that are too old for all charts. Returns how many. */
    int purge(int limit);
}
