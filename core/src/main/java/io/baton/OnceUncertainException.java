package io.baton;

/** A process died, or a handler was given up, between the begin of an action and its note: whether it took effect is not known. */
public class OnceUncertainException extends BatonException {

    private static final long serialVersionUID = 1L;

    public OnceUncertainException(String message) {
        super(message);
    }
}
