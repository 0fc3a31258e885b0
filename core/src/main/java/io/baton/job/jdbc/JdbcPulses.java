package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Pulses in a relational database. */
public final class JdbcPulses {

    private JdbcPulses() {}

    /**
     * Returns pulses on this data source, in these transactions on it; the schema is that of its connections unless one is named.
     *
     * @param interval how often they are taken
     */
    public static Pulses on(
            DataSource dataSource, @Nullable String schema, Transactions transactions, Duration interval) {
        return StatementsByVendor.of(new Database(dataSource, schema)).pulses(transactions, interval);
    }
}
