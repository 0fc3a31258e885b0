package io.baton.monitor.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.monitor.Activity;
import io.baton.monitor.ActivityStore;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Stores activity in a relational database. */
public final class JdbcActivityStore implements ActivityStore {

    private static final int HOURS_KEPT = 2;

    private final Database database;

    /** Creates a store on this data source; the schema is that of its connections unless one is named. */
    public JdbcActivityStore(DataSource dataSource, @Nullable String schema) {
        this.database = new Database(dataSource, schema);
    }

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
