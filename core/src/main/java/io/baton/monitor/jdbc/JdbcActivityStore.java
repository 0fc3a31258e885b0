package io.baton.monitor.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.monitor.Activity;
import io.baton.monitor.ActivityStore;
import java.util.List;

/** Stores activity in a relational database. */
public record JdbcActivityStore(Database database) implements ActivityStore {

    private static final int HOURS_KEPT = 2;

    @Override
    public void write(Activity activity) {
        database.update(
                "INSERT INTO baton_activity (noted_at, started, completed, cancelled, failed, died, waited, longest_wait) VALUES ("
                        + database.dialect().now() + ", ?, ?, ?, ?, ?, ?, ?)",
                activity.started(),
                activity.completed(),
                activity.cancelled(),
                activity.failed(),
                activity.died(),
                Micros.of(activity.waited()),
                Micros.of(activity.longestWait()));
    }

    @Override
    public int purge(int limit) {
        List<Long> old = database.list(
                "SELECT id FROM baton_activity WHERE noted_at < "
                        + database.dialect().statementTime() + " - INTERVAL '" + HOURS_KEPT
                        + "' HOUR ORDER BY noted_at LIMIT "
                        + limit + database.dialect().skipLocked(),
                Long.class);
        return old.isEmpty() ? 0 : database.rows("baton_activity").delete(old, "TRUE");
    }
}
