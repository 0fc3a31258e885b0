package io.baton;

/** Another job holds the unique key. */
public class DuplicateJobException extends BatonException {

    /** Creates the exception. */
    public DuplicateJobException(String message) {
        super(message);
    }
}
