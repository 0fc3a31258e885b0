package io.baton.events;

import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOptions;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method for each application event of the type of its parameter, as a job of its own: it is a {@link JobHandler}.
 *
 * <pre>{@code
 * @DurableListener("mail-order-confirmation")
 * void confirm(OrderPlaced event) {
 *     ..
 * }
 * }</pre>
 *
 * <p>When the event is published, a job with the event as its payload is stored in the publisher's transaction, for each such method. It runs after
 * the commit, on any node, and never if the transaction rolls back. Retries, the queue, a transaction, permits and the order of the jobs are those of
 * any handler: see {@link JobHandler}, {@link io.baton.Retry}, {@link io.baton.RequiresPermit} and {@link InSequence}.
 *
 * <p>The method has the event as a parameter, a {@link JobContext} if it needs one, no other parameters, and returns nothing.
 * {@link org.springframework.core.annotation.Order @Order} determines which of several listeners is stored first.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EventListener
@JobHandler
public @interface DurableListener {

    /**
     * The name of the job type, which the database stores, and which stays when the method is renamed. It is required, here or in a {@link JobHandler}
     * beside this annotation; then that one alone says how the job is handled. Takes placeholders.
     */
    @AliasFor(annotation = JobHandler.class, attribute = "value")
    String value() default "";

    /** As {@link JobHandler#queue}. */
    @AliasFor(annotation = JobHandler.class, attribute = "queue")
    String queue() default "";

    /** As {@link JobHandler#priority}. */
    @AliasFor(annotation = JobHandler.class, attribute = "priority")
    int priority() default 0;

    /** As {@link JobHandler#maxAttempts}. */
    @AliasFor(annotation = JobHandler.class, attribute = "maxAttempts")
    int maxAttempts() default 0;

    /** As {@link JobHandler#timeout}. */
    @AliasFor(annotation = JobHandler.class, attribute = "timeout")
    String timeout() default "";

    /** As {@link JobHandler#transactional}. */
    @AliasFor(annotation = JobHandler.class, attribute = "transactional")
    boolean transactional() default false;

    /**
     * A SpEL expression, as that of {@link EventListener#condition}: no job is stored for an event for which it is not true. It is evaluated when the
     * event is published. The event is {@code #payload}, the name of the parameter, or {@code #a0}.
     */
    @AliasFor(annotation = EventListener.class, attribute = "condition")
    String condition() default "";

    /**
     * A SpEL expression with the same variables, whose value is the {@linkplain JobOptions#key key of the business}, such as {@code 'order:' +
     * #payload.orderId}, by which the job is found. It does not order jobs, which {@link InSequence} does.
     */
    String key() default "";
}
