package io.baton.batch;

import io.baton.database.Database;

/** Creates the roles of batches for a relational database. All statements run in the transaction that is bound to the data source. */
public final class JdbcBatchRoles {

    private JdbcBatchRoles() {}

    /** Returns the batches of this database. */
    public static BatchRoles on(Database database) {
        return new BatchRoles(
                new BatchRows(database),
                new LockedRows(database),
                new GroupRows(database),
                new AckRows(database),
                new SweepRows(database));
    }
}
