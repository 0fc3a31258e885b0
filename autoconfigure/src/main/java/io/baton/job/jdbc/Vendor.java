package io.baton.job.jdbc;

import javax.sql.DataSource;

/** Names the database behind a data source, for those who choose by it. */
public final class Vendor {

    private Vendor() {}

    /** Whether it is PostgreSQL, which can notify. */
    public static boolean notifies(DataSource dataSource) {
        return Database.of(dataSource) instanceof PostgresDatabase;
    }
}
