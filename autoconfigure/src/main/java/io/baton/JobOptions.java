package io.baton;

import java.time.Duration;
import java.time.Instant;

/** What one enqueue asks for beyond the defaults of its type. */
public interface JobOptions {

    /** The job's type, instead of the one that belongs to the payload's class. */
    JobOptions type(String type);

    /** The queue to go to. */
    JobOptions queue(String queue);

    /** Larger runs first; the whole range of {@code int} is allowed. */
    JobOptions priority(int priority);

    /** Due this long after the enqueue, by the clock of the database. Replaces {@link #at}. */
    JobOptions delay(Duration delay);

    /** Due at this time, by the clock of the database; a time that has passed means now. Replaces {@link #delay}. */
    JobOptions at(Instant time);

    /** How often this job may fail before it is dead; {@code 0}, as on {@link JobHandler}, means what its handler says. */
    JobOptions maxAttempts(int maxAttempts);

    /**
     * A name and a value by which people find the job again.
     *
     * @param name without {@code =}, up to 100 characters
     * @param value any text of up to 100 characters
     */
    JobOptions label(String name, String value);
}
