package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how many jobs of this kind start in a period in the whole cluster. The annotation is on the class of the payload or, if every node that
 * enqueues has the handler, on the method of the handler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(RateLimited.List.class)
public @interface RateLimited {

    /** The name of the limit, which is defined by {@code baton.rate-limits} or the bean {@link RateLimits}. */
    String value();

    /**
     * A SpEL expression over the payload, such as {@code #payload.tenant}. Each of its values has its own rate; if it is not set, all jobs share the
     * rate. It is evaluated when a job is enqueued and again before the job runs, so it must return the same value.
     */
    String key() default "";

    /** Several limits; a job needs one permit of each. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {

        /** The annotations. */
        RateLimited[] value();
    }
}
