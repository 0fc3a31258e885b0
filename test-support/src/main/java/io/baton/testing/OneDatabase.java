package io.baton.testing;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.BeforeClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * A run of a test class on one database.
 *
 * @param missing why its tests are skipped, else null
 */
record OneDatabase(TestDatabase kind, @Nullable String missing)
        implements ClassTemplateInvocationContext,
                ExecutionCondition,
                ParameterResolver,
                BeforeClassTemplateInvocationCallback,
                AfterClassTemplateInvocationCallback,
                TestExecutionExceptionHandler {

    /** What assumptions throw. */
    private static final Set<String> ABORTED = Set.of("TestAbortedException", "AssumptionViolatedException");

    @Override
    public String getDisplayName(int invocationIndex) {
        return kind.label();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return missing == null
                ? ConditionEvaluationResult.enabled("on " + kind.label())
                : ConditionEvaluationResult.disabled("not on " + kind.label() + ": " + missing);
    }

    @Override
    public void beforeClassTemplateInvocation(ExtensionContext context) {
        if (missing == null && context.getTestInstance().orElse(null) instanceof TestsOnDatabase tests) {
            tests.open(kind);
        }
    }

    @Override
    public void afterClassTemplateInvocation(ExtensionContext context) {
        if (missing == null && context.getTestInstance().orElse(null) instanceof TestsOnDatabase tests) {
            tests.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestDatabase.class;
    }

    @Override
    public TestDatabase resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return kind;
    }

    /** Surefire reports a test by its class and method, so that the message must name the database. */
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        if (ABORTED.contains(thrown.getClass().getSimpleName())) {
            throw thrown;
        }
        AssertionError failure = new AssertionError("on " + kind.label() + ": " + thrown, thrown);
        failure.setStackTrace(thrown.getStackTrace());
        throw failure;
    }
}
