package io.baton;

/** A process died, a handler was given up or a claim was lost before an action was recorded: it is not known whether it took effect. */
public class OnceUncertainException extends BatonException {

    public OnceUncertainException(String message) {
        super(message);
    }

    public OnceUncertainException(String message, Throwable cause) {
        super(message, cause);
    }
}
