package io.baton.faults.batch;

import io.baton.faults.server.Server;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** The table that steps write to, and what is left of flows in Baton's. */
record FlowTables(Server.Kind kind, JdbcOperations jdbc) {

    private static final String HISTORY = " FROM baton_batch b JOIN baton_batch_group g ON g.batch_id = b.id"
            + " JOIN baton_job_history h ON h.id BETWEEN g.first_job AND g.last_job WHERE b.flow";

    void make() {
        jdbc.execute(
                "CREATE TABLE summary (flow_id bigint NOT NULL, kind varchar(20) NOT NULL, before_it bigint NOT NULL,"
                        + " results bigint NOT NULL, disordered bigint NOT NULL)");
    }

    /** Returns how many checks had their effect. */
    long effects(long flow) {
        return count("SELECT COUNT(DISTINCT item) FROM effect WHERE batch_id = ?", flow);
    }

    /** Returns how many checks committed their effect more than once. */
    long doubleEffects(long flow) {
        return count(
                "SELECT COUNT(*) FROM (SELECT item FROM effect WHERE batch_id = ? AND kind = 'check-written'"
                        + " GROUP BY item HAVING COUNT(*) > 1) AS twice",
                flow);
    }

    /** Returns the sum of a column of what steps of this kind have written. */
    long summary(long flow, String step, String column) {
        return count("SELECT COALESCE(SUM(" + column + "), 0) FROM summary WHERE flow_id = ? AND kind = ?", flow, step);
    }

    /** Returns how often steps of this kind have completed. */
    long completions(long flow, String step) {
        return count("SELECT COUNT(*) FROM summary WHERE flow_id = ? AND kind = ?", flow, step);
    }

    /** Returns how many jobs wait for others. */
    long blocked() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state = 3");
    }

    /** Returns how many jobs there are that have not ended. */
    long left() {
        return count("SELECT COUNT(*) FROM baton_job");
    }

    /** Returns how many groups have jobs that were to be released and were not. */
    long blockedGroups() {
        return count("SELECT COUNT(*) FROM baton_batch_group WHERE blocked = 1");
    }

    /** Returns how many jobs of a flow have ended in this state. */
    long ended(long flow, int state) {
        return count("SELECT COUNT(*)" + HISTORY + " AND b.id = ? AND h.state = ?", flow, state);
    }

    /** Returns how many jobs of a flow ended after it had. */
    long endedAfter(long flow) {
        return count("SELECT COUNT(*)" + HISTORY + " AND b.id = ? AND h.ended_at > b.completed_at", flow);
    }

    /** Returns how many jobs of a flow were claimed for their last run after the flow was cancelled. */
    long claimedAfterCancel(long flow) {
        return count("SELECT COUNT(*)" + HISTORY + " AND b.id = ? AND h.claimed_at > b.cancelled_at", flow);
    }

    /** Whether all flows and batches are complete. */
    boolean complete() {
        return count("SELECT COUNT(*) FROM baton_batch WHERE completed_at IS NULL") == 0;
    }

    private long count(String question, Object... parameters) {
        return Objects.requireNonNull(jdbc.queryForObject(question, Long.class, parameters));
    }
}
