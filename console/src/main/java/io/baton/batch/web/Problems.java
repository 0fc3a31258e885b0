package io.baton.batch.web;

import io.baton.BatonException;
import io.baton.InvalidItemException;
import io.baton.SealedBatchException;
import io.baton.UnknownBatchException;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Outage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ProblemDetail;

/** Tells clients what went wrong: all they can mend, and nothing of what this node is made of. */
final class Problems {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);
    private static final String UNCERTAIN =
            "Whether it took effect is not known. Everything can be called again as it is, except for adding items";

    private Problems() {}

    /** Returns what the answer tells of this failure, and logs those that are no fault of the client's. */
    static ProblemDetail of(RuntimeException failure) {
        if (failure instanceof RefusedException refused) {
            return refused.problem();
        }
        if (failure instanceof BatonException known) {
            ProblemType type = type(known);
            if (type != null) {
                return type.detail(String.valueOf(known.getMessage()));
            }
        }
        log.warn("A call of batches over HTTP failed: {}", FailureText.of(failure));
        log.debug("A call of batches over HTTP failed", LoggedFailure.of(failure));
        return (Outage.caused(failure) ? ProblemType.UNAVAILABLE : ProblemType.FAILED).detail(UNCERTAIN);
    }

    private static @Nullable ProblemType type(BatonException failure) {
        if (failure instanceof UnknownBatchException) {
            return ProblemType.UNKNOWN_BATCH;
        }
        if (failure instanceof SealedBatchException) {
            return ProblemType.BATCH_SEALED;
        }
        return failure instanceof InvalidItemException ? ProblemType.INVALID_ITEM : null;
    }
}
