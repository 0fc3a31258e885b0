package io.baton.database;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Bounds how long the current transaction on a data source may lie idle, since its worker may be gone. Only PostgreSQL supports it. */
public final class IdleLimit {

    private final @Nullable JdbcTemplate jdbc;

    /** Creates a limit for transactions on this data source. */
    public IdleLimit(DataSource dataSource) {
        this.jdbc = Vendor.dialect(dataSource).idleLimit().isEmpty() ? null : new JdbcTemplate(dataSource);
    }

    /** Sets the limit of the current transaction. */
    public void set(Duration longest) {
        long millis = Math.min(TimeUnit.MILLISECONDS.convert(longest), Integer.MAX_VALUE);
        execute("SELECT set_config('idle_in_transaction_session_timeout', '" + millis + "ms', true)");
    }

    /** Restores the default limit of the database for the current transaction. */
    public void lift() {
        execute("SET LOCAL idle_in_transaction_session_timeout TO DEFAULT");
    }

    private void execute(String statement) {
        if (jdbc != null) {
            jdbc.execute(statement);
        }
    }
}
