package io.baton.autoconfigure;

import io.baton.start.StartRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Comes before Boot's analyzer of failed bindings, which can only say where the binding failed. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
