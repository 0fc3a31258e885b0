package io.baton.batch.web;

import org.springframework.http.ProblemDetail;

/** A request that is refused for a reason of its own. Nobody needs its stack. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ProblemDetail problem;

    RefusedException(ProblemDetail problem) {
        super(problem.getDetail(), null, false, false);
        this.problem = problem;
    }

    /** Returns what the answer tells. */
    ProblemDetail problem() {
        return problem;
    }
}
