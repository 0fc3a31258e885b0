package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** The options of one enqueue, which replace the defaults of its type. Not meant to be implemented by applications: more may be added. */
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
     * How often this job may fail before it is dead; {@code 0}, as on {@link JobHandler}, means the number of its handler.
     *
     * @throws BatonException if it is negative
     */
    JobOptions maxAttempts(int maxAttempts);

    /**
     * Semaphores of which the job needs a permit to run, beside those that its type requires by {@link RequiresPermit}; one key of a semaphore is
     * {@code name:key}.
     *
     * @throws BatonException if a name cannot be one, or the job would need more than 20 permits
     */
    JobOptions permits(String... names);

    /**
     * Makes the job the only one of this key until it starts: an enqueue with the same key before then returns {@link Enqueued.Outcome#KEPT}. A
     * request that comes while the job runs is not lost, but makes another job. Keys are shared by all types.
     *
     * @param key of 1 to 200 characters, none of them a control character
     * @throws BatonException if the key is not of that kind
     */
    JobOptions unique(String key);

    /**
     * Makes the job the only one of this key until it has finished, with all its attempts: no two jobs of the key run at once. An enqueue that comes
     * while it runs returns {@link Enqueued.Outcome#RUNNING}.
     *
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     */
    JobOptions uniqueUntilFinished(String key);

    /**
     * Makes the job the only one of this key for a time from its enqueue, whether it waits, runs or has finished by then.
     *
     * @throws BatonException if the key is not of 1 to 200 characters or has control characters, or if the time is not positive or over 100 years
     */
    JobOptions unique(String key, Duration time);

    /**
     * Makes the job the only one of this key on a business day, which the caller chooses: a run that crosses midnight still belongs to the day
     * it was meant for. Kept for {@code baton.unique.retention}.
     *
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     */
    JobOptions uniqueOn(String key, LocalDate day);

    /**
     * What to do if another job holds the unique key; {@link OnDuplicate#KEEP} unless set. An enqueue that sets another one and has no
     * unique key is refused.
     */
    JobOptions onDuplicate(OnDuplicate choice);

    /**
     * A name and a value by which operators find the job.
     *
     * @param name up to 100 characters, without {@code =}, not beginning with {@code baton.}
     * @param value any text of up to 100 characters
     * @throws BatonException if the name or the value is not of that kind, or if the job would have more than 20 labels
     */
    JobOptions label(String name, String value);
}
