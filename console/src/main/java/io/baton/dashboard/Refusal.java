package io.baton.dashboard;

import org.springframework.http.HttpStatus;

/** A request that is refused. The message is for whoever asked; nobody needs its stack. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;

    Refusal(HttpStatus status, String detail) {
        super(detail, null, false, false);
        this.status = status;
    }

    /** Returns the status of the answer. */
    HttpStatus status() {
        return status;
    }
}
