package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import io.baton.job.Retention;

/** Pulses in a relational database. */
public final class JdbcPulses {

    private JdbcPulses() {}

    /** Pulses in this database, in these transactions on it. */
    public static Pulses on(Database database, Retention retention, Transactions transactions) {
        Pulses together = StatementsByVendor.of(database).pulses(transactions);
        return together != null
                ? together
                : Pulses.of(
                        JdbcJobRoles.on(database, retention), new JdbcWorkerStore(database, retention), transactions);
    }
}
