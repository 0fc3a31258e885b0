package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * The options of one enqueue, which replace the defaults of the job's type. Applications should not implement this interface: methods may be added.
 */
public interface JobOptions {

    /**
     * Sets the job's type, instead of the one that belongs to the payload's class.
     *
     * @throws BatonException if it is blank, has a blank at an end or a control character, or is longer than 200 characters
     */
    JobOptions type(String type);

    /**
     * Sets the job's queue.
     *
     * @throws BatonException if its name is blank, has a blank at an end or a control character, or is longer than 100 characters
     */
    JobOptions queue(String queue);

    /** Sets the priority. Jobs with a larger one run first; the whole range of {@code int} is allowed. */
    JobOptions priority(int priority);

    /**
     * Makes the job due this long after the enqueue, by the clock of the database. Replaces {@link #at}.
     *
     * @throws BatonException if the delay is negative or over 100 years
     */
    JobOptions delay(Duration delay);

    /**
     * Makes the job due at this time, by the clock of the database; a time that has passed means now. Replaces {@link #delay}.
     *
     * @throws BatonException if the time is after the year 8999
     */
    JobOptions at(Instant time);

    /**
     * Sets how often this job may fail before it is dead; {@code 0} means the number of its {@link JobHandler}.
     *
     * @throws BatonException if it is negative
     */
    JobOptions maxAttempts(int maxAttempts);

    /**
     * Adds semaphores of which the job needs a permit to run, beside those that {@link RequiresPermit} names for its type; one key of a semaphore is
     * {@code name:key}.
     *
     * @throws BatonException if a name cannot be one, or the job would need more than 20 permits
     */
    JobOptions permits(String... names);

    /**
     * Makes the job the only one with this key until it starts: an earlier enqueue with the same key returns {@link Enqueued.Outcome#KEPT}. An
     * enqueue while the job runs stores another job, so that no request is lost. All types share the keys.
     *
     * @param key of 1 to 200 characters, none of them a control character
     * @throws BatonException if the key is not valid
     */
    JobOptions unique(String key);

    /**
     * Makes the job the only one with this key until its last attempt has finished: no two jobs with the key run at once. An enqueue while it runs
     * returns {@link Enqueued.Outcome#RUNNING}.
     *
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     */
    JobOptions uniqueUntilFinished(String key);

    /**
     * Makes the job the only one with this key for a time from its enqueue, whether it waits, runs or has finished.
     *
     * @throws BatonException if the key is not of 1 to 200 characters or has control characters, or if the time is not positive or over 100 years
     */
    JobOptions unique(String key, Duration time);

    /**
     * Makes the job the only one with this key on a business day. The caller chooses the day, also for a run that crosses midnight. The key is kept
     * for {@code baton.unique.retention}.
     *
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     */
    JobOptions uniqueOn(String key, LocalDate day);

    /** Sets what to do if another job holds the unique key; {@link OnDuplicate#KEEP} unless set. Any other choice is refused without a unique key. */
    JobOptions onDuplicate(OnDuplicate choice);

    /**
     * Adds a name and a value by which operators find the job.
     *
     * @param name up to 100 characters, without {@code =}, not beginning with {@code baton.}
     * @param value any text of up to 100 characters
     * @throws BatonException if the name or the value is not valid, or if the job would have more than 20 labels
     */
    JobOptions label(String name, String value);
}
