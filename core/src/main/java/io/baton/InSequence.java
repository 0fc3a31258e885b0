package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets jobs of this kind run one at a time for each value of an expression, in the order of their ids. The annotation is on the class of the payload
 * or, if every node that enqueues has the handler, on the method of the handler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface InSequence {

    /**
     * A SpEL expression over the payload whose value is the name of the sequence, such as {@code 'order:' + #payload.orderId}. All types share the
     * names. It is evaluated when a job is enqueued; {@link JobOptions#sequence} replaces it.
     */
    String value();

    /** What happens to the jobs behind one that becomes dead. */
    OnDead onDead() default OnDead.BLOCK;
}
