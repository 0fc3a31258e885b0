package io.baton.faults.limit;

import io.baton.JobHandler;
import org.springframework.jdbc.core.JdbcOperations;

/** Writes when it starts, by the clock of the database. */
final class RateHandler {

    private final JdbcOperations jdbc;
    private final String start;

    RateHandler(JdbcOperations jdbc, String micros) {
        this.jdbc = jdbc;
        this.start = "INSERT INTO started (number, at) VALUES (?, " + micros + ")";
    }

    @JobHandler
    void call(LimitWork.Call call) {
        jdbc.update(start, call.number());
    }
}
