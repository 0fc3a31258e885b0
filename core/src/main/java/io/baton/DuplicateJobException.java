package io.baton;

/** A unique key is held by another job. */
public class DuplicateJobException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public DuplicateJobException(String message) {
        super(message);
    }
}
