package io.baton.type;

import io.baton.InSequence;
import io.baton.OnDead;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;

/** The sequences that a kind of jobs is part of. */
public record SequenceRule(String expression, OnDead onDead) {

    /** Returns the rule of a class or method, or of its supertypes or overridden methods. */
    public static Optional<SequenceRule> on(AnnotatedElement annotated) {
        return MergedAnnotations.from(annotated, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY).stream(
                        InSequence.class)
                .findFirst()
                .map(found -> new SequenceRule(found.getString("value"), found.getEnum("onDead", OnDead.class)));
    }

    public SequenceRule {
        parsed(expression);
    }

    /** Returns the name of the sequence of a job with this payload, which the operator checks. */
    public String name(@Nullable Object payload, UnaryOperator<String> check) {
        return parsed(expression).value(payload, check);
    }

    private static PayloadExpression parsed(String expression) {
        return PayloadExpression.of(expression, () -> "The value \"" + expression + "\" of @InSequence");
    }
}
