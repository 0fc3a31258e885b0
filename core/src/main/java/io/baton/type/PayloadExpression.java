package io.baton.type;

import io.baton.BatonException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * An expression of an annotation over the payload of a job.
 *
 * @param what returns what the expression is in messages
 */
public record PayloadExpression(Expression parsed, Supplier<String> what) {

    private static final Map<String, Expression> PARSED = new ConcurrentHashMap<>();

    /** Returns the expression in this text; refuses a wrong one. */
    static PayloadExpression of(String text, Supplier<String> what) {
        try {
            return new PayloadExpression(
                    PARSED.computeIfAbsent(text, key -> new SpelExpressionParser().parseExpression(key)), what);
        } catch (ParseException e) {
            throw new BatonException(what.get() + " is not an expression of Spring's language", e);
        }
    }

    /** Returns the value for a job with this payload, which the operator checks. */
    public String value(@Nullable Object payload, UnaryOperator<String> check) {
        StandardEvaluationContext context = new StandardEvaluationContext(payload);
        context.setVariable("payload", payload);
        String value;
        try {
            value = parsed.getValue(context, String.class);
        } catch (EvaluationException e) {
            throw refused("cannot be evaluated for a " + type(payload) + ": " + e.getSimpleMessage(), e);
        }
        if (value == null) {
            throw refused("is null for a " + type(payload), null);
        }
        try {
            return check.apply(value);
        } catch (BatonException e) {
            throw refused("cannot be used for a " + type(payload) + ": " + e.getMessage(), e);
        }
    }

    private static String type(@Nullable Object payload) {
        return payload == null ? "job without a payload" : payload.getClass().getName();
    }

    private BatonException refused(String why, @Nullable Exception cause) {
        return new BatonException(what.get() + " " + why, cause);
    }
}
