package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Jobs of this kind need a permit of a semaphore to run: no more of them run at once in the whole cluster than it has. Stands on the class of the
 * payload or, where the handler is on every node that enqueues, on the method of the handler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(RequiresPermit.List.class)
public @interface RequiresPermit {

    /** The name of the semaphore, which is defined by {@code baton.semaphores} or the bean {@link Semaphores}. */
    String value();

    /**
     * An expression of Spring's language over the payload, such as {@code #payload.tenant}, evaluated when a job is enqueued and again before
     * it runs, so it must return the same value: each of its values has as many permits as the semaphore says. None unless set: then all jobs
     * share the permits.
     */
    String key() default "";

    /** Several of them; a job needs one permit of each. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {

        /** Those. */
        RequiresPermit[] value();
    }
}
