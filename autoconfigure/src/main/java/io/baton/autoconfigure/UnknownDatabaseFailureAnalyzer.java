package io.baton.autoconfigure;

import io.baton.database.UnknownDatabaseException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnknownDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<UnknownDatabaseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownDatabaseException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
