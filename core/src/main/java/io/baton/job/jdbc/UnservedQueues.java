package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds queues that no worker serves, by one probe of the claim index for each queue that has ready jobs. */
record UnservedQueues(Database database) {

    private static final int MOST_PROBES = 1_000;

    private static final String NEXT = "SELECT MIN(queue) FROM baton_job WHERE state = 1 AND queue > ?";

    Set<String> find(Set<String> served, Duration readyFor, int limit) {
        Set<String> unserved = new TreeSet<>();
        String queue = "";
        for (int probe = 0; probe < MOST_PROBES && unserved.size() < limit; probe++) {
            queue = next(queue);
            if (queue == null) {
                return unserved;
            }
            if (!served.contains(queue) && waits(queue, readyFor)) {
                unserved.add(queue);
            }
        }
        return unserved;
    }

    private @Nullable String next(String queue) {
        return database.value(NEXT, String.class, queue);
    }

    /** No worker claims from it, so that the first of its jobs has waited longest of its priority. */
    private boolean waits(String queue, Duration readyFor) {
        String first =
                "SELECT CASE WHEN due_at <= " + database.dialect().nowPlusMicros() + " THEN 1 ELSE 0 END FROM baton_job"
                        + " WHERE state = 1 AND queue = ?"
                        + Condition.orderOfClaims(database.dialect()) + " LIMIT 1";
        List<Integer> waits = database.list(first, Integer.class, -Micros.of(readyFor), queue);
        return !waits.isEmpty() && waits.get(0) == 1;
    }
}
