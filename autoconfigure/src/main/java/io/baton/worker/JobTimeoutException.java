package io.baton.worker;

import io.baton.BatonException;
import java.time.Duration;

/** A handler took longer than it is allowed to. */
final class JobTimeoutException extends BatonException {

    private static final long serialVersionUID = 1L;

    JobTimeoutException(Duration timeout, Throwable cause) {
        super("The handler ran longer than its timeout of " + timeout + " and was interrupted", cause);
    }

    JobTimeoutException(Duration timeout) {
        super("The handler ran longer than its timeout of " + timeout + ", ignored its interruption and was given up");
    }
}
