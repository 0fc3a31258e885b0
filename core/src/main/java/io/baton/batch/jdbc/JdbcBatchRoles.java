package io.baton.batch.jdbc;

import io.baton.batch.BatchRoles;
import io.baton.database.Database;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Batches in a relational database. Everything runs in whatever transaction is bound to the data source. */
public final class JdbcBatchRoles {

    private JdbcBatchRoles() {}

    /** Returns batches on this data source; the schema is that of its connections unless one is named. */
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
