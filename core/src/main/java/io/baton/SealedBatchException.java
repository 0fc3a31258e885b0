package io.baton;

/** Something was to be added to a batch that is sealed. */
public class SealedBatchException extends BatonException {

    private static final long serialVersionUID = 1L;

    public SealedBatchException(String message) {
        super(message);
    }
}
