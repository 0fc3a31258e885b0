package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Pulses in a relational database. */
public final class JdbcPulses {

    private JdbcPulses() {}

    /** Pulses on this data source, in these transactions on it; the schema is that of its connections unless one is named. */
    public static Pulses on(
            DataSource dataSource, @Nullable String schema, Retention retention, Transactions transactions) {
        Pulses together =
                StatementsByVendor.of(new Database(dataSource, schema)).pulses(transactions);
        return together != null
                ? together
                : Pulses.of(
                        JdbcJobRoles.on(dataSource, schema, retention),
                        new JdbcWorkerStore(dataSource, schema, retention),
                        transactions);
    }
}
