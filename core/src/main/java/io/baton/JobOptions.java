package io.baton;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * The options of one enqueue, which replace the defaults of the job's type. Applications should not implement this interface: methods may be added.
 *
 * <p>A {@link BatonException} is thrown for a value that is not possible. Names are not blank, and have no blank at an end and no control character.
 * Keys have 1 to 200 characters, none of them a control character.
 */
public interface JobOptions {

    /** Sets the job's type, of up to 200 characters, instead of the one that belongs to the payload's class. */
    JobOptions type(String type);

    /** Sets the job's queue, whose name has up to 100 characters. */
    JobOptions queue(String queue);

    /**
     * Makes the job belong to a share of its queue, such as that of a tenant. The shares of a queue have turns by their weights, so that none waits
     * for all jobs of another one. A share can have parts, which have turns within it.
     *
     * @param share up to 200 characters, such as {@code acme} or, for a part, {@code acme/orders}
     */
    JobOptions share(String share);

    /** Sets the priority. Jobs with a larger one run first; the whole range of {@code int} is allowed. */
    JobOptions priority(int priority);

    /** Makes the job due this long after the enqueue, by the clock of the database, up to 100 years. Replaces {@link #at}. */
    JobOptions delay(Duration delay);

    /** Makes the job due at this time, up to the year 8999, by the clock of the database. A time that has passed means now. Replaces {@link #delay}. */
    JobOptions at(Instant time);

    /**
     * Lets no run of the job begin after this time, by the clock of the database: when its turn comes too late, it is cancelled instead. That is so for
     * retries and after a revival, too; a job that has recorded a step goes on. Replaces {@link #startWithin}.
     */
    JobOptions startBefore(Instant time);

    /**
     * Lets no run of the job begin later than this long after it is due, or after its enqueue if that is later, such as for a password that is of use
     * for ten minutes. Otherwise as {@link #startBefore}, which it replaces.
     */
    JobOptions startWithin(Duration time);

    /** Sets how often this job may fail before it is dead; {@code 0} means the number of its {@link JobHandler}. */
    JobOptions maxAttempts(int maxAttempts);

    /**
     * Adds semaphores of which the job needs a permit to run, beside those that {@link RequiresPermit} names for its type; one key of a semaphore is
     * {@code name:key}. A job needs up to 20 permits.
     */
    JobOptions permits(String... names);

    /** Makes the job part of a sequence that {@linkplain OnDead#BLOCK is blocked} if the job becomes dead. */
    JobOptions sequence(String name);

    /**
     * Makes the job part of a sequence, instead of the one that {@link InSequence} names for its type. The jobs of a sequence run one at a time, in
     * the order of their ids, whatever their types, queues and priorities are. A job has its turn until it has ended, through all its attempts. A
     * job with a delay or a time takes its place when it is due.
     *
     * @param name a key of the business, such as {@code order:4711}
     * @param onDead what happens to the jobs behind it if it becomes dead
     */
    JobOptions sequence(String name, OnDead onDead);

    /**
     * Makes the job the only one with this key until it starts: an earlier enqueue with the same key returns {@link Enqueued.Outcome#KEPT}. An
     * enqueue while the job runs stores another job, so that no request is lost. All types share the keys.
     */
    JobOptions unique(String key);

    /**
     * Makes the job the only one with this key until its last attempt has finished: no two jobs with the key run at once. An enqueue while it runs
     * returns {@link Enqueued.Outcome#RUNNING}.
     */
    JobOptions uniqueUntilFinished(String key);

    /** Makes the job the only one with this key for a time from its enqueue, up to 100 years, whether it waits, runs or has finished. */
    JobOptions unique(String key, Duration time);

    /**
     * Makes the job the only one with this key on a business day. The caller chooses the day, also for a run that crosses midnight. The key is kept
     * for {@code baton.unique.retention}.
     */
    JobOptions uniqueOn(String key, LocalDate day);

    /** Sets what to do if another job holds the unique key; {@link OnDuplicate#KEEP} unless set. Any other choice is refused without a unique key. */
    JobOptions onDuplicate(OnDuplicate choice);

    /**
     * Does the same as {@link #onDuplicate} with {@link OnDuplicate#REPLACE}, but the job is due at the latest this long after it was first enqueued,
     * however often it is replaced: a debounce with an upper bound.
     */
    JobOptions replace(Duration most);

    /**
     * Sets a key of the business, such as {@code order:4711}, by which {@link JobFilter#key} finds the job with an index. Any number of jobs may have
     * the same key, whatever their types are. It has nothing to do with {@link #unique} and {@link #sequence}.
     */
    JobOptions key(String key);

    /**
     * Adds a name and a value by which operators find the job. A job has up to 20 labels.
     *
     * @param name up to 100 characters, without {@code =}, not beginning with {@code baton.}
     * @param value any text of up to 100 characters
     */
    JobOptions label(String name, String value);
}
