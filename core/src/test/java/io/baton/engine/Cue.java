package io.baton.engine;

import io.baton.JobContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One run of a handler.
 *
 * @param node the application that ran it
 * @param number what the job was enqueued with
 * @param job its context
 * @param attempt which attempt it was
 * @param thread the thread it ran on
 * @param sql on the application's data source
 */
record Cue(String node, int number, JobContext job, int attempt, Thread thread, JdbcTemplate sql) {

    /** Writes what the job is there for, in the handler's transaction if it has one. */
    void effect() {
        sql.update("INSERT INTO effect (job, attempt) VALUES (?, ?)", job.id().value(), attempt);
    }
}
