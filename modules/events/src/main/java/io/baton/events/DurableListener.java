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
 * Runs a {@link JobHandler} method for each application event of the type of its parameter, as a job of its own.
 *
 * <pre>{@code
 * @DurableListener
 * @JobHandler("mail-order-confirmation")
 * void confirm(OrderPlaced event) {
 *     ..
 * }
 * }</pre>
 *
 * <p>When the event is published, a job with the event as its payload is stored in the publisher's transaction, for each such method. It runs after
 * the commit, on any node, and never if the transaction rolls back. Retries, the queue, a transaction, permits and the order of the jobs are those of
 * the handler: see {@link JobHandler}, {@link io.baton.Retry}, {@link io.baton.RequiresPermit} and {@link InSequence}.
 *
 * <p>The method has the event as a parameter, a {@link JobContext} if it needs one, no other parameters, and returns nothing. {@link JobHandler#value}
 * must name the type of the job. {@link org.springframework.core.annotation.Order @Order} determines which of several listeners is stored first.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EventListener
public @interface DurableListener {

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
