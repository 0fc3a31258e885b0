package io.baton.database;

import io.baton.BatonException;

/** The data source leads to a database that Baton has no words for, or not in the mode that it is in. */
public final class UnknownDatabaseException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String action;

    UnknownDatabaseException(String product) {
        this(
                "Baton does not know the database '" + product + "'",
                "Baton runs on PostgreSQL, MariaDB, MySQL and H2. Mark the DataSource bean of such a database with @BatonDataSource,"
                        + " or switch Baton off with baton.enabled=false.");
    }

    UnknownDatabaseException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
