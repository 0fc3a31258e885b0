package io.baton.job.jdbc;

import io.baton.job.Due;
import java.util.List;

/**
 * The columns {@code due_at} and {@code state} of a job that waits, as expressions with their parameters.
 *
 * @param due what to write into {@code due_at}
 * @param state what to write into {@code state}
 * @param dueParameters for the first expression
 * @param stateParameters for the second
 */
record DueColumns(String due, String state, List<Object> dueParameters, List<Object> stateParameters) {

    static DueColumns of(Due due, Database database) {
        if (due instanceof Due.At at) {
            Object time = database.timestamp(at.time());
            return new DueColumns(
                    "?",
                    "CASE WHEN ? <= " + database.statementTime() + " THEN 1 ELSE 0 END",
                    List.of(time),
                    List.of(time));
        }
        long micros = Micros.of(due);
        return micros <= 0
                ? new DueColumns(database.now(), "1", List.of(), List.of())
                : new DueColumns(database.nowPlusMicros(), "0", List.of(micros), List.of());
    }
}
