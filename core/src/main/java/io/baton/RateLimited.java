package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Jobs of this kind start at a limited rate: no more of them in a period, in the whole cluster, than the limit has permits. Stands on the class of
 * the payload or, where the handler is on every node that enqueues, on the method of the handler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(RateLimited.List.class)
public @interface RateLimited {

    /** The name of the limit, which is defined by {@code baton.rate-limits} or the bean {@link RateLimits}. */
    String value();

    /**
     * An expression of Spring's language over the payload, such as {@code #payload.tenant}, evaluated when a job is enqueued and again before
     * it runs, so it must return the same value: each of its values has a rate of its own. None unless set: then all jobs share the rate.
     */
    String key() default "";

    /** Several of them; a job needs one permit of each. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {

        /** Those. */
        RateLimited[] value();
    }
}
