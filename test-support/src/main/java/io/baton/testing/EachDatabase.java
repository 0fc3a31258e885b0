package io.baton.testing;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The databases on which a test class runs; a class of which none is selected is skipped before it is instantiated. */
final class EachDatabase implements ClassTemplateInvocationContextProvider, ExecutionCondition {

    private static final String SELECTED = "baton.test.databases";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Class<?> tests = context.getRequiredTestClass();
        OnEachDatabase annotation = tests.getAnnotation(OnEachDatabase.class);
        String names = System.getProperty(SELECTED);
        if (annotation == null || !databases(annotation, names).isEmpty()) {
            return ConditionEvaluationResult.enabled("a database is selected");
        }
        String reason = SELECTED + " is " + names;
        // surefire does not count class templates that are skipped
        System.err.println("SKIPPED: " + tests.getSimpleName() + ": " + reason);
        return ConditionEvaluationResult.disabled(reason);
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<? extends ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
            ExtensionContext context) {
        OnEachDatabase annotation = context.getRequiredTestClass().getAnnotation(OnEachDatabase.class);
        return databases(Objects.requireNonNull(annotation), System.getProperty(SELECTED)).stream()
                .map(kind -> new OneDatabase(kind, kind.missing()));
    }

    /** Returns those of the annotation that are selected by these names; null selects all. */
    static List<TestDatabase> databases(OnEachDatabase annotation, @Nullable String names) {
        List<TestDatabase> named = Stream.of(annotation.value(), annotation.and())
                .flatMap(Arrays::stream)
                .toList();
        if (named.isEmpty()) {
            throw new IllegalStateException("@OnEachDatabase names no database");
        }
        return named.stream().filter(selected(names)::contains).toList();
    }

    private static Set<TestDatabase> selected(@Nullable String names) {
        EnumSet<TestDatabase> all = EnumSet.allOf(TestDatabase.class);
        return names == null
                ? all
                : Arrays.stream(names.split(",", -1))
                        .map(String::strip)
                        .map(name -> all.stream()
                                .filter(kind -> kind.label().equals(name))
                                .findFirst()
                                .orElseThrow(() -> unknown(name)))
                        .collect(Collectors.toSet());
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(SELECTED + " names '" + name + "', which is none of "
                + Arrays.stream(TestDatabase.values()).map(TestDatabase::label).toList());
    }
}
