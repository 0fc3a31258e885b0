package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.loop.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reports that a handler took longer than its timeout, or did not stop when it was interrupted. */
final class JobTimeoutException extends BatonException {

    private static final long serialVersionUID = 1L;

    JobTimeoutException(Duration timeout, Throwable cause) {
        super("The handler ran longer than its timeout of " + DurationText.of(timeout) + " and was interrupted", cause);
    }

    /** Creates it for a handler that ignored its interruption; without a timeout, something else interrupted it. */
    JobTimeoutException(@Nullable Duration timeout) {
        super((timeout == null
                        ? "The handler was interrupted"
                        : "The handler ran longer than its timeout of " + DurationText.of(timeout))
                + ", ignored its interruption and was given up");
    }
}
