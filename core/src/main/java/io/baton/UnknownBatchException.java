package io.baton;

/** There is no batch of this id, no more or not yet. */
public class UnknownBatchException extends BatonException {

    private static final long serialVersionUID = 1L;

    public UnknownBatchException(String message) {
        super(message);
    }
}
