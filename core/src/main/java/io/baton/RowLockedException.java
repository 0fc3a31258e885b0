package io.baton;

/** Another transaction holds a row for longer than the caller waits. */
public class RowLockedException extends BatonException {

    private static final long serialVersionUID = 1L;

    public RowLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
