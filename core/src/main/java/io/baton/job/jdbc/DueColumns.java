package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Due;
import io.baton.job.StateCode;
import java.util.List;

/** The columns {@code due_at} and {@code state} of a waiting job, as expressions with their parameters. */
record DueColumns(String due, String state, List<Object> dueParameters, List<Object> stateParameters) {

    /** Returns the columns of a job that gets this state when it is due. */
    static DueColumns of(Due due, Database database, JobState onceDue) {
        int state = StateCode.of(onceDue);
        if (due instanceof Due.At at) {
            Object time = database.dialect().timestamp(at.time());
            return new DueColumns(
                    "?", "CASE WHEN ? <= {statementTime} THEN " + state + " ELSE 0 END", List.of(time), List.of(time));
        }
        long micros = due instanceof Due.After after ? Micros.of(after.delay()) : 0;
        return micros <= 0
                ? new DueColumns("{now}", String.valueOf(state), List.of(), List.of())
                : new DueColumns("{now+?}", "0", List.of(micros), List.of());
    }
}
