package io.baton.autoconfigure;

import io.baton.schema.UnusableSchemaException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnusableSchemaFailureAnalyzer extends AbstractFailureAnalyzer<UnusableSchemaException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableSchemaException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
