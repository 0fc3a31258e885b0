package io.baton.events;

import io.baton.BatonException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Refuses the start because of a method that cannot be a durable listener. */
final class RefusedListenerException extends BatonException {

    private final String problem;
    private final String action;

    RefusedListenerException(String problem, String action) {
        super(problem + " " + action);
        this.problem = problem;
        this.action = action;
    }

    /** Lets Spring Boot report the problem and the action in place of a stack trace. */
    static final class Analyzer extends AbstractFailureAnalyzer<RefusedListenerException> {

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, RefusedListenerException cause) {
            return new FailureAnalysis(cause.problem, cause.action, cause);
        }
    }
}
