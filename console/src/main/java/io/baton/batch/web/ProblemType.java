package io.baton.batch.web;

import io.baton.InvalidItemException;
import io.baton.RowLockedException;
import io.baton.SealedBatchException;
import io.baton.UnknownBatchException;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerResponse;

/** The problems of requests. Their names are part of the API. Responses describe what clients can correct, and contain no internals of this node. */
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

    /** Returns the response, which lists these methods as allowed if there are any. */
    ServerResponse response(@Nullable String detail, Set<HttpMethod> allowed) {
        ServerResponse.BodyBuilder builder = ServerResponse.status(status);
        String type = "urn:baton:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        return BatchResponses.json(
                allowed.isEmpty() ? builder : builder.allow(allowed),
                MediaType.APPLICATION_PROBLEM_JSON,
                Map.of(
                        "type",
                        type,
                        "title",
                        title,
                        "status",
                        status.value(),
                        "detail",
                        Objects.requireNonNullElse(detail, title)));
    }

    RefusedException refused(String detail) {
        return new RefusedException(this, detail);
    }

    /** Returns the response for this failure, and logs the failure unless the client caused it. */
    static ServerResponse of(RuntimeException failure) {
        if (failure instanceof RefusedException refused) {
            return refused.type.response(refused.getMessage(), Set.of());
        }
        ProblemType known = type(failure);
        if (known != null) {
            return known.response(failure.getMessage(), Set.of());
        }
        log.warn("A call of batches over HTTP failed: {}", FailureText.of(failure));
        log.debug("A call of batches over HTTP failed", LoggedFailure.of(failure));
        return (FailureText.isOutage(failure) ? UNAVAILABLE : FAILED).response(UNCERTAIN, Set.of());
    }

    private static @Nullable ProblemType type(RuntimeException failure) {
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

    /** Refuses a request with the problem and its detail. The exception has no stack trace. */
    static final class RefusedException extends RuntimeException {

        private final ProblemType type;

        private RefusedException(ProblemType type, String detail) {
            super(detail, null, false, false);
            this.type = type;
        }
    }
}
