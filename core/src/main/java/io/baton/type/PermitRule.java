package io.baton.type;

import io.baton.BatonException;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * A permit that a kind of jobs needs.
 *
 * @param limit the stored name of the limit
 * @param key an expression on the payload; empty if all jobs share the permits
 */
public record PermitRule(String limit, String key) {

    public PermitRule {
        if (!key.isEmpty()) {
            expression(limit, key);
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
        return key.isEmpty() ? limit : limit + ":" + expression(limit, key).value(payload, Names::limitKey);
    }

    private static PayloadExpression expression(String limit, String key) {
        return PayloadExpression.of(
                key,
                () -> "The key \"" + key + "\" of " + (Names.isRate(limit) ? "@RateLimited" : "@RequiresPermit") + "(\""
                        + Names.shownLimit(limit) + "\")");
    }
}
