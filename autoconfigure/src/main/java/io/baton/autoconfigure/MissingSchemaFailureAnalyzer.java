package io.baton.autoconfigure;

import io.baton.job.jdbc.BatonSchema;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class MissingSchemaFailureAnalyzer extends AbstractFailureAnalyzer<BatonSchema.MissingSchemaException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BatonSchema.MissingSchemaException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ", and baton.schema.migrate=false keeps Baton from running it.",
                cause.action(),
                cause);
    }
}
