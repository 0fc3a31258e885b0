package io.baton;

/** An item cannot be added to a sealed batch. */
public class SealedBatchException extends BatonException {

    private static final long serialVersionUID = 1L;

    public SealedBatchException(String message) {
        super(message);
    }
}
