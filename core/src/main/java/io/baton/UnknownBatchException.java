package io.baton;

/** No batch has this id: the batch was removed, or is not committed yet. */
public class UnknownBatchException extends BatonException {

    public UnknownBatchException(String message) {
        super(message);
    }
}
