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
import org.junit.jupiter.api.extension.ExtensionContext;

/** The databases on which a test class runs. */
final class EachDatabase implements ClassTemplateInvocationContextProvider {

    private static final String SELECTED = "baton.test.databases";

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<? extends ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
            ExtensionContext context) {
        Class<?> tests = context.getRequiredTestClass();
        String names = System.getProperty(SELECTED);
        List<OneDatabase> runs = runs(Objects.requireNonNull(tests.getAnnotation(OnEachDatabase.class)), names);
        if (runs.stream().allMatch(run -> run.missing() != null)) {
            System.err.println(
                    "SKIPPED: " + tests.getSimpleName() + ": " + runs.get(0).missing());
        }
        return runs.stream();
    }

    /** Returns at least one run, which is skipped if none of the databases is selected. */
    static List<OneDatabase> runs(OnEachDatabase annotation, @Nullable String names) {
        List<TestDatabase> named = Stream.of(annotation.value(), annotation.and())
                .flatMap(Arrays::stream)
                .toList();
        if (named.isEmpty()) {
            throw new IllegalStateException("@OnEachDatabase names no database");
        }
        Set<TestDatabase> selected = selected(names);
        return named.stream().noneMatch(selected::contains)
                ? List.of(new OneDatabase(named.get(0), SELECTED + " is " + names))
                : named.stream()
                        .filter(selected::contains)
                        .map(kind -> new OneDatabase(kind, kind.missing()))
                        .toList();
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
