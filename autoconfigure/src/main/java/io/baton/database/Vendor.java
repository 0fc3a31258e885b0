package io.baton.database;

import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Names the database behind a data source, for those who choose by it. */
public final class Vendor {

    private Vendor() {}

    /**
     * Checks that Baton knows the database and can run on it as it is set up.
     *
     * @throws UnknownDatabaseException if not
     */
    public static void requireKnown(DataSource dataSource) {
        Dialect.of(dataSource).requireKnownMode(new JdbcTemplate(dataSource));
    }

    /** Whether it is PostgreSQL, which can notify. */
    public static boolean notifies(DataSource dataSource) {
        return Dialect.of(dataSource) instanceof PostgresDialect;
    }
}
