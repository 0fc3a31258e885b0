package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.loop.LoggedFailure;
import java.util.Collections;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two statements, each of which commits by itself: the query may fail, such as on locked jobs, without costing the worker its life. */
record PortablePulses(Database database, Transactions transactions) implements Pulses {

    private static final Logger log = LoggerFactory.getLogger(PortablePulses.class);
    private static final String NO_QUEUE = "SELECT queue FROM baton_job WHERE 1 = 0";

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        String heartbeat =
                "UPDATE baton_worker SET seen_at = " + database.dialect().now() + " WHERE id = ? AND dead = FALSE";
        boolean alive = transactions.oneStatement(() -> database.update(heartbeat, workerId)) == 1;
        try {
            String found = queues.isEmpty()
                    ? NO_QUEUE
                    : String.join(" UNION ALL ", Collections.nCopies(queues.size(), JobStatements.Portable.PROBE));
            return read(
                    PulseRows.LIVING + PulseRows.others(database, "FROM (" + found + ") AS found"),
                    new PulseRows(database, true).alive(alive),
                    queues.toArray());
        } catch (RuntimeException e) {
            log.debug("The heartbeat was written, but the query with it failed", LoggedFailure.of(e));
            return read(PulseRows.LIVING, new PulseRows(database, false).alive(alive));
        }
    }

    private Pulse read(String sql, PulseRows rows, Object... queues) {
        return transactions.oneStatement(() -> {
            database.forEach(sql, rows::add, queues);
            return rows.pulse();
        });
    }
}
