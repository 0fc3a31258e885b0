package io.baton;

/** A process died, or a handler was given up, between the start of an action and its record: it is not known whether the action took effect. */
public class OnceUncertainException extends BatonException {

    public OnceUncertainException(String message) {
        super(message);
    }
}
