package io.baton.autoconfigure;

import io.baton.handler.UnreadableHandlerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnreadableHandlerFailureAnalyzer extends AbstractFailureAnalyzer<UnreadableHandlerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnreadableHandlerException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
