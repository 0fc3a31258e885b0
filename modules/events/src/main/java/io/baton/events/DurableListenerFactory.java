package io.baton.events;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Jobs;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.EventListenerFactory;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.Order;
import org.springframework.expression.ParseException;
import org.springframework.util.ClassUtils;

/**
 * Creates the listeners of methods with {@link DurableListener}, or refuses the start. It must exist wherever such a method may, since Spring would
 * call the method for each event as any other listener: without a bean {@link Jobs}, the start fails for that reason.
 */
final class DurableListenerFactory implements EventListenerFactory, Ordered {

    private static final String ONE_EVENT =
            "Let it take one event, such as record OrderPlaced(long orderId) {}, and a JobContext if it needs one.";

    private final ConfigurableListableBeanFactory beans;

    DurableListenerFactory(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Is asked before the factories of Spring and of Spring Modulith, which support methods with other annotations. */
    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public boolean supportsMethod(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, DurableListener.class);
    }

    @Override
    public ApplicationListener<?> createApplicationListener(String beanName, Class<?> beanClass, Method invocable) {
        // for a JDK proxy it is the method of an interface, which lacks the annotations
        Method method = BridgeMethodResolver.getMostSpecificMethod(invocable, beanClass);
        Declared listener = new Declared(beanName, beanClass, method);
        DurableListener annotation =
                Objects.requireNonNull(AnnotatedElementUtils.findMergedAnnotation(method, DurableListener.class));
        String type = type(listener);
        listener.require(
                MergedAnnotations.from(method, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY).stream(
                                        EventListener.class)
                                .map(found -> found.getRoot().getType())
                                .distinct()
                                .count()
                        == 1,
                "it carries another annotation of listeners, such as @EventListener or @TransactionalEventListener, too.",
                "Remove that one. A job runs after the commit already.");
        Class<?> returned = method.getReturnType();
        listener.require(
                returned == void.class || returned == Void.class,
                "it returns a " + returned.getSimpleName()
                        + ", which is not published: the job may run on another node.",
                "Return void, and publish further events with an ApplicationEventPublisher, in a transaction.");
        int index = eventIndex(listener);
        Order order = AnnotatedElementUtils.findMergedAnnotation(method, Order.class);
        return new EnqueueingListener(
                beans.getBean(Jobs.class),
                type,
                event(listener, index),
                expression(listener, "condition", annotation.condition(), index),
                expression(listener, "key", annotation.key(), index),
                order == null ? Ordered.LOWEST_PRECEDENCE : order.value());
    }

    private String type(Declared listener) {
        JobHandler handler =
                Objects.requireNonNull(AnnotatedElementUtils.findMergedAnnotation(listener.method(), JobHandler.class));
        String own = Objects.requireNonNull(
                        AnnotatedElementUtils.findMergedAnnotation(listener.method(), DurableListener.class))
                .value();
        listener.require(
                own.isEmpty() || own.equals(handler.value()),
                "the @JobHandler beside it has another name, or none.",
                "Let one of them name the job type. What else @DurableListener says of the handler has no effect beside a @JobHandler.");
        String type = new EmbeddedValueResolver(beans).resolveStringValue(handler.value());
        listener.require(
                type != null && !type.isBlank(),
                "it has no name.",
                "Write @DurableListener(\"..\"), with a name of its own that stays the same when the method is renamed: jobs are stored"
                        + " under it.");
        return Objects.requireNonNull(type).strip();
    }

    private static int eventIndex(Declared listener) {
        Class<?>[] parameters = listener.method().getParameterTypes();
        int[] events = IntStream.range(0, parameters.length)
                .filter(index -> parameters[index] != JobContext.class)
                .toArray();
        listener.require(events.length == 1, "it takes " + events.length + " events.", ONE_EVENT);
        return events[0];
    }

    private static Class<?> event(Declared listener, int index) {
        ResolvableType event = ResolvableType.forMethodParameter(listener.method(), index, listener.beanClass());
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(event.resolve(Object.class));
        listener.require(
                raw != Object.class && !Collection.class.isAssignableFrom(raw) && !raw.isArray(),
                "its parameter is a " + raw.getSimpleName() + ", which is no type of an event.",
                ONE_EVENT);
        listener.require(
                !ApplicationEvent.class.isAssignableFrom(raw),
                "its event is an ApplicationEvent, whose source cannot be stored.",
                "Publish a record, without a superclass, and take that.");
        listener.require(
                !event.hasGenerics(),
                "its event has type parameters, which are not stored.",
                "Publish a record that says what they are.");
        return raw;
    }

    private @Nullable EventExpression expression(Declared listener, String attribute, String text, int index) {
        try {
            return EventExpression.of(text, listener.method(), index, beans);
        } catch (ParseException e) {
            throw listener.refusal(
                    "its " + attribute + " \"" + text + "\" is not an expression of Spring's language.",
                    "Correct it; the event is #payload, as in \"#payload.total > 100\".");
        }
    }

    /** A method with {@link DurableListener}. */
    private record Declared(String beanName, Class<?> beanClass, Method method) {

        void require(boolean condition, String problem, String action) {
            if (!condition) {
                throw refusal(problem, action);
            }
        }

        RefusedListenerException refusal(String problem, String action) {
            List<String> parameters = Arrays.stream(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .toList();
            return new RefusedListenerException(
                    "The durable listener " + beanClass.getSimpleName() + "." + method.getName() + "("
                            + String.join(", ", parameters) + ") of bean \"" + beanName + "\" ("
                            + beanClass.getName() + ") cannot be used: " + problem,
                    action);
        }
    }
}
