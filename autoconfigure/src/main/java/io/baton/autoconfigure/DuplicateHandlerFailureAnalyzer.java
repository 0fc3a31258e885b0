package io.baton.autoconfigure;

import io.baton.handler.DuplicateHandlerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class DuplicateHandlerFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateHandlerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DuplicateHandlerException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
