package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.loop.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A handler took longer than it is allowed to, or than it takes to stop. */
final class JobTimeoutException extends BatonException {

    private static final long serialVersionUID = 1L;

    JobTimeoutException(Duration timeout, Throwable cause) {
        super("The handler ran longer than its timeout of " + DurationText.of(timeout) + " and was interrupted", cause);
    }

    /** For one that goes on all the same; without a timeout, something else stopped it. */
    JobTimeoutException(@Nullable Duration timeout) {
        super((timeout == null
                        ? "The handler was interrupted"
                        : "The handler ran longer than its timeout of " + DurationText.of(timeout))
                + ", ignored its interruption and was given up");
    }
}
