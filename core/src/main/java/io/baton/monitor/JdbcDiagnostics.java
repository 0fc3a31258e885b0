package io.baton.monitor;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.JobId;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import java.time.Duration;

/** Reads the tables of a relational database to explain why something does not run. */
public record JdbcDiagnostics(Database database, Calendars calendars) implements Diagnostics {

    /** The longest time of one statement. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    public JdbcDiagnostics {
        database = database.limitedTo(LONGEST);
    }

    @Override
    public Diagnosis job(JobId id) {
        return new JobReasons(database, calendars).of(id);
    }

    @Override
    public Diagnosis queue(String queue) {
        return new QueueReasons(database, calendars).ofQueue(queue);
    }

    @Override
    public Diagnosis type(String type) {
        return new QueueReasons(database, calendars).ofType(type);
    }

    @Override
    public Diagnosis batch(BatchId id) {
        return new BatchReasons(database).of(id, "batch");
    }

    @Override
    public Diagnosis flow(BatchId id) {
        return new BatchReasons(database).of(id, "flow");
    }
}
