package io.baton.job.jdbc;

import io.baton.BatonException;

/** The data source leads to a database that Baton has no words for. */
public final class UnknownDatabaseException extends BatonException {

    private static final long serialVersionUID = 1L;

    UnknownDatabaseException(String product) {
        super("Baton does not know the database '" + product + "'");
    }

    /** What to do about it. */
    public String action() {
        return "Baton runs on PostgreSQL, MariaDB, MySQL and H2. Mark the DataSource bean of such a database with @BatonDataSource,"
                + " or switch Baton off with baton.enabled=false.";
    }
}
