package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.database.TransientFailure;
import io.baton.job.Capability;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.loop.FailureText.ExplainedException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.dao.DataAccessException;

/** Creates the roles of jobs in a relational database. Every method runs in the transaction that is bound to the data source, if there is one. */
public final class JdbcJobRoles {

    private static final String HELD =
            "Another transaction holds this worker's row in baton_worker. Once that has lasted for"
                    + " baton.worker.dead-after, this node claims no job and starts none until that transaction ends. ";

    private JdbcJobRoles() {}

    /** Returns the roles for the jobs of this database. */
    public static JobRoles on(
            Database database,
            Retention retention,
            Collection<Capability> capabilities,
            InsertObserver observer,
            LongSupplier nanoTime) {
        Transitions transitions = new Transitions(database, retention, capabilities);
        QueuePauses pauses = new QueuePauses(database);
        JdbcJobSteps steps = new JdbcJobSteps(database, transitions);
        JdbcJobAdmin admin = new JdbcJobAdmin(database, transitions, pauses);
        return new JobRoles(
                new JdbcJobInserts(database, transitions, admin, observer),
                new JdbcJobClaims(database, transitions, pauses, nanoTime),
                new JdbcJobSettlements(database, retention, transitions, steps),
                admin,
                admin,
                steps,
                new JdbcJobSweeps(database, transitions, steps, new ConcurrentHashMap<>(), new ConcurrentHashMap<>()));
    }

    /** Returns pulses in this database; {@code transactions} must be transactions on it. */
    public static Pulses pulses(Database database, Retention retention, Transactions transactions) {
        Pulses pulses = database.dialect().verbsAreStatements()
                ? new PostgresPulses(database, transactions)
                : Pulses.of(
                        on(database, retention, List.of(), InsertObserver.NONE, System::nanoTime),
                        new JdbcWorkerStore(database),
                        transactions);
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
