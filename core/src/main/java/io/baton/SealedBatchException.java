package io.baton;

/** An item cannot be added to a sealed batch. */
public class SealedBatchException extends BatonException {

    public SealedBatchException(String message) {
        super(message);
    }
}
