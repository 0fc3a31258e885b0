package io.baton;

/** An item of a batch was named that there is not. */
public class InvalidItemException extends BatonException {

    private static final long serialVersionUID = 1L;

    public InvalidItemException(String message) {
        super(message);
    }
}
