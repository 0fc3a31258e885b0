package io.baton;

/** A named item of a batch does not exist. */
public class InvalidItemException extends BatonException {

    private static final long serialVersionUID = 1L;

    public InvalidItemException(String message) {
        super(message);
    }
}
