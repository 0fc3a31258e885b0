package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a Spring bean as the handler of one type of job.
 *
 * <p>The method takes its parameters in any order: at most one payload (or a {@code List} of payloads, or of {@link Job}s; a text or a number where
 * {@link #value()} names the type), a {@link JobContext}, a {@link Partition}, a {@link Tick},
 * {@link JobResults}, and a {@link JobFailure} if it is {@link #afterDeath}. After an exception the job is
 * retried; a {@link JobRejectedException} makes it dead at once. The return value of the method is stored as JSON as the job's result.
 *
 * <p>The method is package-private or wider and not final, so that it can run on proxied beans.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface JobHandler {

    /**
     * The name of the job type, which the database stores. Defaults to the name given by {@link JobType} on the payload, then to the payload's class
     * name in kebab case, then to bean and method name. Takes placeholders.
     */
    String value() default "";

    /** The queue of jobs whose payload has no {@link JobType}; {@code "default"} unless set. Takes placeholders. */
    String queue() default "";

    /** The priority of jobs whose payload has no {@link JobType}; jobs with a larger one run first. */
    int priority() default 0;

    /** How often a job may fail before it is dead; {@code 0} means {@code baton.retry.max-attempts}. */
    int maxAttempts() default 0;

    /**
     * Whether a run that has made progress lets the attempts begin anew: the next run is the first attempt, after the first delay. Progress is a step
     * that was recorded, a chunk that was committed, or a last checkpoint that differs from the one before. The process must not have died in this run.
     */
    boolean resetAttemptsOnProgress() default false;

    /** How long one run may take, such as {@code "30s"}; there is no limit unless it is set. Takes placeholders. */
    String timeout() default "";

    /**
     * Whether Baton opens a transaction, runs the handler in it and completes the job in it, so that the handler's database
     * writes and the completion commit together or not at all.
     */
    boolean transactional() default false;

    /**
     * Whether the method handles the deaths of the type's jobs. A job that becomes dead stores a job of the type {@code <type>.dead} in the same
     * transaction, with its payload, queue, priority and labels. That calls the method, unless the dead job was revived or removed meanwhile. Nodes
     * without this handler read {@link JobType#afterDeath} when they enqueue. The death of a job that follows a death is not followed.
     */
    boolean afterDeath() default false;

    /** How many jobs a handler that takes a {@code List} receives in one call at most; from 1 to 10,000. */
    int batchSize() default 100;
}
