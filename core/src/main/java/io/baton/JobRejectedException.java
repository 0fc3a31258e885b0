package io.baton;

/** Is thrown by a handler if no further attempt can succeed: the job is dead at once, with this exception as its error. */
public class JobRejectedException extends BatonException {

    public JobRejectedException(String message) {
        super(message);
    }

    public JobRejectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
