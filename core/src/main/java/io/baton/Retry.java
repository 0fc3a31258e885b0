package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How the jobs of a {@link JobHandler} wait between attempts. Without it {@code baton.retry.*} applies; a
 * {@link JobRetryPolicy} bean replaces both.
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

    /** The share of each wait that is random, between 0 and 1, so that jobs that failed together do not return together. */
    double jitter() default 0.2;

    /** Failures after which the job is dead at once, subclasses included. */
    Class<? extends Throwable>[] notOn() default {};
}
