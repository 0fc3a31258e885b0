package io.baton.faults.limit;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The log in which handlers write that they run, in transactions of their own and at times of the database's clock. A run is never shorter than what is written
 * of it, so what overlaps here has overlapped.
 */
final class RunLog {

    private final JdbcOperations jdbc;
    private final TransactionTemplate apart;
    private final String micros;
    private final String node;

    RunLog(JdbcOperations jdbc, PlatformTransactionManager transactions, String micros, String node) {
        this.jdbc = jdbc;
        this.apart = new TransactionTemplate(transactions);
        this.apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.micros = micros;
        this.node = node;
    }

    /** Returns whether a run of the job has ended. */
    boolean hasEndedBefore(long job) {
        return number("SELECT COUNT(*) FROM handler_run WHERE job_id = ? AND left_at IS NOT NULL", job) > 0;
    }

    /** Returns the number of the run. */
    long begin(long job, Set<String> permits) {
        return number(
                "INSERT INTO handler_run (job_id, permits, node, entered) VALUES (?, ?, ?, " + micros + ") RETURNING n",
                job,
                String.join(",", new TreeSet<>(permits)),
                node);
    }

    void end(long run) {
        apart.executeWithoutResult(
                status -> jdbc.update("UPDATE handler_run SET left_at = " + micros + " WHERE n = ?", run));
    }

    private long number(String sql, Object... parameters) {
        Long number = apart.execute(status -> Objects.requireNonNull(jdbc.queryForObject(sql, Long.class, parameters)));
        return Objects.requireNonNull(number);
    }
}
