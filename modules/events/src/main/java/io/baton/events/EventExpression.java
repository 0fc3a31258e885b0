package io.baton.events;

import io.baton.BatonException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression over an event.
 *
 * @param index the position of the event among the parameters of the method
 */
record EventExpression(Expression parsed, Method method, int index, BeanFactory beans) {

    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    /** Returns the expression in this text; null if it is empty. */
    static @Nullable EventExpression of(String text, Method method, int index, BeanFactory beans) {
        return text.isEmpty() ? null : new EventExpression(PARSER.parseExpression(text), method, index, beans);
    }

    <T> @Nullable T value(Object event, Class<T> type) {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        arguments[index] = event;
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(event, method, arguments, NAMES);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        context.setVariable("payload", event);
        try {
            return parsed.getValue(context, type);
        } catch (EvaluationException e) {
            throw new BatonException(
                    "The expression \"" + parsed.getExpressionString() + "\" of the durable listener " + method
                            + " cannot be evaluated for a " + event.getClass().getName() + ": " + e.getSimpleMessage(),
                    e);
        }
    }
}
