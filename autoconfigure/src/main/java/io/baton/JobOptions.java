package io.baton;

import java.time.Duration;
import java.time.Instant;

/** What one enqueue asks for beyond the defaults of its type. Not meant to be implemented by applications: more may be added. */
public interface JobOptions {

    /**
     * The job's type, instead of the one that belongs to the payload's class.
     *
     * @throws BatonException if it is blank, has a blank at an end or a control character, or is longer than 200 characters
     */
    JobOptions type(String type);

    /**
     * The queue to go to.
     *
     * @throws BatonException if its name is blank, has a blank at an end or a control character, or is longer than 100 characters
     */
    JobOptions queue(String queue);

    /** Larger runs first; the whole range of {@code int} is allowed. */
    JobOptions priority(int priority);

    /**
     * Due this long after the enqueue, by the clock of the database. Replaces {@link #at}.
     *
     * @throws BatonException if the delay is negative or over 100 years
     */
    JobOptions delay(Duration delay);

    /**
     * Due at this time, by the clock of the database; a time that has passed means now. Replaces {@link #delay}.
     *
     * @throws BatonException if the time is after the year 8999
     */
    JobOptions at(Instant time);

    /**
     * How often this job may fail before it is dead; {@code 0}, as on {@link JobHandler}, means what its handler says.
     *
     * @throws BatonException if it is negative
     */
    JobOptions maxAttempts(int maxAttempts);

    /**
     * Semaphores of which the job needs a permit to run, beside those that its type asks for by {@link RequiresPermit}; one key of a semaphore is
     * {@code name:key}.
     *
     * @throws BatonException if a name cannot be one, or the job would need more than 20 permits
     */
    JobOptions permits(String... names);

    /**
     * A name and a value by which people find the job again.
     *
     * @param name without {@code =}, up to 100 characters
     * @param value any text of up to 100 characters
     * @throws BatonException if the name or the value is not of that kind, or if the job would have more than 20 labels
     */
    JobOptions label(String name, String value);
}
