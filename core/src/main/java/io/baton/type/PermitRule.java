package io.baton.type;

import io.baton.BatonException;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A permit that a kind of jobs needs.
 *
 * @param limit the stored name of the limit
 * @param key an expression on the payload; empty if all jobs share the permits
 */
public record PermitRule(String limit, String key) {

    private static final Map<String, Expression> PARSED = new ConcurrentHashMap<>();

    public PermitRule {
        if (!key.isEmpty()) {
            parsed(limit, key);
        }
    }

    /** Returns the rules of a payload's class and of its supertypes. */
    public static List<PermitRule> ofPayload(Class<?> payload) {
        try {
            return on(payload, UnaryOperator.identity());
        } catch (BatonException e) {
            throw new BatonException(
                    "A @RequiresPermit or @RateLimited on " + payload.getName() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    /** Returns the rules of a class or method, and of its supertypes or overridden methods. The operator resolves the names of limits. */
    public static List<PermitRule> on(AnnotatedElement annotated, UnaryOperator<String> names) {
        MergedAnnotations found = MergedAnnotations.from(annotated, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY);
        return Stream.concat(
                        found.stream(RequiresPermit.class).map(each -> rule(each, names.andThen(Names::limit))),
                        found.stream(RateLimited.class)
                                .map(each ->
                                        rule(each, names.andThen(Names::limit).andThen(Names::storedRate))))
                .distinct()
                .toList();
    }

    private static PermitRule rule(MergedAnnotation<?> annotation, Function<String, String> names) {
        return new PermitRule(names.apply(annotation.getString("value")), annotation.getString("key"));
    }

    /** Returns the name of the limit for a job with this payload. */
    public String limit(@Nullable Object payload) {
        return key.isEmpty() ? limit : limit + ":" + checked(value(payload), payload);
    }

    private String checked(String value, @Nullable Object payload) {
        try {
            return Names.limitKey(value);
        } catch (BatonException e) {
            throw new BatonException(
                    refused(limit, key, "cannot be used for a " + type(payload) + ": " + e.getMessage()), e);
        }
    }

    private String value(@Nullable Object payload) {
        StandardEvaluationContext context = new StandardEvaluationContext(payload);
        context.setVariable("payload", payload);
        try {
            String value = parsed(limit, key).getValue(context, String.class);
            if (value != null) {
                return value;
            }
        } catch (EvaluationException e) {
            throw new BatonException(
                    refused(limit, key, "cannot be evaluated for a " + type(payload) + ": " + e.getSimpleMessage()), e);
        }
        throw new BatonException(refused(limit, key, "is null for a " + type(payload)));
    }

    private static String type(@Nullable Object payload) {
        return payload == null ? "job without a payload" : payload.getClass().getName();
    }

    private static Expression parsed(String limit, String key) {
        try {
            return PARSED.computeIfAbsent(key, text -> new SpelExpressionParser().parseExpression(text));
        } catch (ParseException e) {
            throw new BatonException(refused(limit, key, "is not an expression of Spring's language"), e);
        }
    }

    private static String refused(String limit, String key, String why) {
        String annotation = Names.isRate(limit) ? "@RateLimited" : "@RequiresPermit";
        return "The key \"" + key + "\" of " + annotation + "(\"" + Names.shownLimit(limit) + "\") " + why;
    }
}
