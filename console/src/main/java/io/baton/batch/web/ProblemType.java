package io.baton.batch.web;

import io.baton.BatonException;
import io.baton.InvalidItemException;
import io.baton.RowLockedException;
import io.baton.SealedBatchException;
import io.baton.UnknownBatchException;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Outage;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * The problems of requests. The names are part of the interface. Responses describe what clients can correct, and have no internals of this node.
 */
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
    BATCH_LOCKED(HttpStatus.CONFLICT, "Another transaction holds the batch"),
    BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body has to be JSON"),
    FAILED(HttpStatus.INTERNAL_SERVER_ERROR, "The call failed"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The database cannot be used at the moment");

    private static final Logger log = LoggerFactory.getLogger(ProblemType.class);
    private static final String UNCERTAIN =
            "Whether it took effect is not known. Everything can be called again as it is, except for adding items";

    private final HttpStatus status;
    private final String title;

    ProblemType(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /** Returns the problem. */
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

    /** Returns the problem for this failure, and logs those that are not the client's fault. */
    static ProblemDetail of(RuntimeException failure) {
        if (failure instanceof RefusedException refused) {
            return refused.problem;
        }
        if (failure instanceof BatonException known) {
            ProblemType type = type(known);
            if (type != null) {
                return type.detail(String.valueOf(known.getMessage()));
            }
        }
        log.warn("A call of batches over HTTP failed: {}", FailureText.of(failure));
        log.debug("A call of batches over HTTP failed", LoggedFailure.of(failure));
        return (Outage.caused(failure) ? UNAVAILABLE : FAILED).detail(UNCERTAIN);
    }

    private static @Nullable ProblemType type(BatonException failure) {
        if (failure instanceof UnknownBatchException) {
            return UNKNOWN_BATCH;
        }
        if (failure instanceof SealedBatchException) {
            return BATCH_SEALED;
        }
        if (failure instanceof InvalidItemException) {
            return INVALID_ITEM;
        }
        return failure instanceof RowLockedException ? BATCH_LOCKED : null;
    }

    /** A request that is refused for a reason of its own. It has no stack trace. */
    static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final ProblemDetail problem;

        private RefusedException(ProblemDetail problem) {
            super(problem.getDetail(), null, false, false);
            this.problem = problem;
        }
    }
}
