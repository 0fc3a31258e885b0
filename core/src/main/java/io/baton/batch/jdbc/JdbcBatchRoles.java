package io.baton.batch.jdbc;

import io.baton.batch.BatchRoles;
import io.baton.database.Database;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Batches in a relational database. All statements run in the transaction that is bound to the data source. */
public final class JdbcBatchRoles {

    private JdbcBatchRoles() {}

    /** Returns the batches of this data source; the schema is that of its connections if null. */
    public static BatchRoles on(DataSource dataSource, @Nullable String schema) {
        Database database = new Database(dataSource, schema);
        return new BatchRoles(
                new BatchRows(database),
                new LockedRows(database),
                new GroupRows(database),
                new AckRows(database),
                new SweepRows(database));
    }
}
