package io.baton.type;

import io.baton.BatonException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * An expression of an annotation over the payload of a job.
 *
 * @param what what the expression is in messages
 */
record PayloadExpression(String text, String what) {

    private static final Map<String, Expression> PARSED = new ConcurrentHashMap<>();

    /** Parses the expression, so that a wrong one is refused at once. */
    PayloadExpression {
        parsed(text, what);
    }

    /** Returns the value for a job with this payload. */
    String value(@Nullable Object payload) {
        StandardEvaluationContext context = new StandardEvaluationContext(payload);
        context.setVariable("payload", payload);
        try {
            String value = parsed(text, what).getValue(context, String.class);
            if (value != null) {
                return value;
            }
        } catch (EvaluationException e) {
            throw refused("cannot be evaluated for a " + type(payload) + ": " + e.getSimpleMessage(), e);
        }
        throw refused("is null for a " + type(payload), null);
    }

    /** Returns the failure of a value that is not possible. */
    BatonException impossible(@Nullable Object payload, BatonException reason) {
        return refused("cannot be used for a " + type(payload) + ": " + reason.getMessage(), reason);
    }

    private static String type(@Nullable Object payload) {
        return payload == null ? "job without a payload" : payload.getClass().getName();
    }

    private static Expression parsed(String text, String what) {
        try {
            return PARSED.computeIfAbsent(text, key -> new SpelExpressionParser().parseExpression(key));
        } catch (ParseException e) {
            throw new BatonException(what + " is not an expression of Spring's language", e);
        }
    }

    private BatonException refused(String why, @Nullable Exception cause) {
        return new BatonException(what + " " + why, cause);
    }
}
