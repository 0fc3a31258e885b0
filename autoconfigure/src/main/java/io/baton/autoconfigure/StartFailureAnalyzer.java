package io.baton.autoconfigure;

import io.baton.start.StartRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Explains failed starts. It runs before Spring Boot's analyzer of failed bindings, which reports only where a binding failed. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
