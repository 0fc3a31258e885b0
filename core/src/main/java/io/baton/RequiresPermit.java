package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets jobs of this kind run only with a permit of a semaphore, which bounds how many run at once in the whole cluster. The annotation is on the
 * class of the payload or, if every node that enqueues has the handler, on the method of the handler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(RequiresPermit.List.class)
public @interface RequiresPermit {

    /** The name of the semaphore, which is defined by {@code baton.semaphores} or the bean {@link Semaphores}. */
    String value();

    /**
     * A SpEL expression over the payload, such as {@code #payload.tenant}. Each of its values has as many permits as the semaphore; if it is not set,
     * all jobs share the permits. It is evaluated when a job is enqueued and again before the job runs, so it must return the same value.
     */
    String key() default "";

    /** Several semaphores; a job needs one permit of each. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface List {

        /** The annotations. */
        RequiresPermit[] value();
    }
}
