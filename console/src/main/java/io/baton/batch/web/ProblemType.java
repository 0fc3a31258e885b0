package io.baton.batch.web;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** What can be wrong with a request. The names are part of the interface. */
enum ProblemType {
    UNREADABLE_BODY(HttpStatus.BAD_REQUEST, "The body cannot be read"),
    UNKNOWN_PARAMETER(HttpStatus.BAD_REQUEST, "There is no such parameter"),
    INVALID_KEY(HttpStatus.BAD_REQUEST, "This cannot be the key of a batch"),
    INVALID_COUNT(HttpStatus.BAD_REQUEST, "So many items cannot be added"),
    INVALID_ITEM(HttpStatus.BAD_REQUEST, "There is no such item"),
    TOO_MANY_ITEMS(HttpStatus.BAD_REQUEST, "These are too many items for one call"),
    UNKNOWN_BATCH(HttpStatus.NOT_FOUND, "There is no such batch"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The method is not allowed here"),
    BATCH_SEALED(HttpStatus.CONFLICT, "The batch is sealed"),
    BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body has to be JSON"),
    FAILED(HttpStatus.INTERNAL_SERVER_ERROR, "The call failed"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The database cannot be used at the moment");

    private final HttpStatus status;
    private final String title;

    ProblemType(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /** Returns what the answer tells. */
    ProblemDetail detail(String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create(
                "urn:baton:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-')));
        problem.setTitle(title);
        return problem;
    }

    /** Returns what refuses the request. */
    RefusedException refused(String detail) {
        return new RefusedException(detail(detail));
    }
}
