package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets how long the jobs of a {@link JobHandler} wait between attempts. Without this annotation {@code baton.retry.*} applies; a {@link
 * JobRetryPolicy} bean replaces both.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Retry {

    /** The wait after the first failure. Takes placeholders. */
    String delay() default "1s";

    /** The factor by which each further wait grows. */
    double multiplier() default 2;

    /** The longest wait. Takes placeholders. */
    String maxDelay() default "1h";

    /** The random share of each wait, between 0 and 1, so that jobs that failed together are not retried together. */
    double jitter() default 0.2;

    /** The exceptions after which the job is dead at once, including their subclasses. */
    Class<? extends Throwable>[] notOn() default {};
}
