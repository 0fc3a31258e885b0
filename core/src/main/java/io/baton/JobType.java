package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the type of a payload's jobs on its class, for nodes that enqueue them but may not have the handler.
 *
 * <p>The annotation applies to this class, and to its subtypes if it is sealed or abstract. A subclass of any other class has its own type.
 *
 * <p>Jobs are stored with this name and never with the class name, so that the class can be renamed or moved.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobType {

    /** The stored name of the type; defaults to the class name in kebab case. */
    String name() default "";

    /** The queue that jobs of this type go to. */
    String queue() default "default";

    /** The priority of jobs of this type; jobs with a larger one run first. */
    int priority() default 0;

    /**
     * A SpEL expression over the payload whose value is the job's share of its queue, such as {@code #payload.tenant}. Without one, the jobs have no
     * share. It is evaluated when a job is enqueued; {@link JobOptions#share} replaces it.
     */
    String fairBy() default "";

    /** How long after it is due a run of a job may begin, such as {@code "10m"}; there is no limit unless it is set. See {@link JobOptions#startWithin}. */
    String startWithin() default "";

    /** Whether the deaths of these jobs have a handler ({@link JobHandler#afterDeath}); nodes that enqueue may not have it. */
    boolean afterDeath() default false;
}
