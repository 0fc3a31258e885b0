package io.baton;

/** A named item of a batch does not exist. */
public class InvalidItemException extends BatonException {

    public InvalidItemException(String message) {
        super(message);
    }
}
