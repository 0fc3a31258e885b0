package io.baton.database;

import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Bounds how long the current transaction on a data source may lie idle, where the database can do that: its worker may be gone. */
public final class IdleLimit {

    private final JdbcTemplate jdbc;
    private final Dialect dialect;

    /** Creates a limit for transactions on this data source. */
    public IdleLimit(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.dialect = Vendor.dialect(dataSource);
    }

    /** Sets the limit of the current transaction. */
    public void set(Duration longest) {
        execute(dialect.idleLimit(longest));
    }

    /** Gives the current transaction the limit that the database has for all. */
    public void lift() {
        execute(dialect.noIdleLimit());
    }

    private void execute(@Nullable String statement) {
        if (statement != null) {
            jdbc.execute(statement);
        }
    }
}
