package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.database.TransientFailure;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.loop.ExplainedException;
import org.springframework.dao.DataAccessException;

/** Pulses in a relational database. */
public final class JdbcPulses {

    private static final String HELD =
            "Another transaction holds this worker's row in baton_worker. Once that has lasted for"
                    + " baton.worker.dead-after, this node claims no job and starts none until that transaction ends. ";

    private JdbcPulses() {}

    /** Pulses in this database, in these transactions on it. */
    public static Pulses on(Database database, Retention retention, Transactions transactions) {
        Pulses together = StatementsByVendor.of(database).pulses(transactions);
        Pulses pulses = together != null
                ? together
                : Pulses.of(
                        JdbcJobRoles.on(database, retention), new JdbcWorkerStore(database, retention), transactions);
        return (worker, queues) -> {
            try {
                return pulses.take(worker, queues);
            } catch (DataAccessException e) {
                throw TransientFailure.isLockTimeout(e)
                        ? new ExplainedException(HELD + database.lockHolders("baton#_worker"))
                        : e;
            }
        };
    }
}
