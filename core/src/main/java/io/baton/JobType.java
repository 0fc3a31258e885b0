package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares on a payload class what a node that enqueues it must know, even where only other nodes have the handler.
 *
 * <p>Applies to this class, and to its subtypes if it is sealed or abstract; a subclass of any other class is a type of its own.
 *
 * <p>The name, never the class name, is stored with the job, so that the class can be renamed or moved.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobType {

    /** The stored name of the type; defaults to the class name in kebab case. */
    String name() default "";

    /** The queue that jobs of this type go to. */
    String queue() default "default";

    /** The priority of jobs of this type; larger runs first. */
    int priority() default 0;
}
