package io.baton.events;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobOptions;
import io.baton.Jobs;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;

/**
 * Stores a job for each event, in the publisher's thread and transaction.
 *
 * @param type the type of the jobs, by which a worker finds the method
 * @param event the class of the events
 */
record EnqueueingListener(
        Jobs jobs,
        String type,
        Class<?> event,
        @Nullable EventExpression condition,
        @Nullable EventExpression key,
        int order)
        implements GenericApplicationListener {

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public boolean supportsEventType(ResolvableType published) {
        return PayloadApplicationEvent.class.isAssignableFrom(published.toClass())
                && event.isAssignableFrom(
                        published.as(PayloadApplicationEvent.class).getGeneric().toClass());
    }

    /** Returns false, since the transaction of the publisher belongs to its thread. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent published) {
        if (published instanceof PayloadApplicationEvent<?> payload && event.isInstance(payload.getPayload())) {
            enqueue(payload.getPayload());
        }
    }

    private void enqueue(Object payload) {
        if (condition == null || Boolean.TRUE.equals(condition.value(payload, Boolean.class))) {
            refuseLoss(payload);
            jobs.enqueueNamed(type, payload, options -> setKey(options, payload));
        }
    }

    /** The payload is stored as one of the declared class, so that it would lose what a subclass adds. */
    private void refuseLoss(Object payload) {
        Class<?> given = payload instanceof Enum<?> constant ? constant.getDeclaringClass() : payload.getClass();
        if (given != event && !event.isSealed() && !Modifier.isAbstract(event.getModifiers())) {
            throw new InvalidPayloadException("The durable listener \"" + type + "\" takes a " + event.getName()
                    + ", and would lose what a " + given.getName()
                    + " adds. Publish a record, or make the class of the event sealed or abstract, with @JsonTypeInfo(use ="
                    + " JsonTypeInfo.Id.NAME)");
        }
    }

    private void setKey(JobOptions options, Object payload) {
        if (key == null) {
            return;
        }
        String value = key.value(payload, String.class);
        if (value == null) {
            throw new BatonException("The key \"" + key.parsed().getExpressionString() + "\" of the durable listener \""
                    + type + "\" is null for a " + payload.getClass().getName());
        }
        options.key(value);
    }
}
