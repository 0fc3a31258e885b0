package io.baton;

/** Another job holds the unique key. */
public class DuplicateJobException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public DuplicateJobException(String message) {
        super(message);
    }
}
