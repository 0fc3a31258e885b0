package io.baton;

/**
 * Another transaction holds a row for longer than the caller waits: outside of a transaction 3 s, or twice that where others wait for the row too.
 * Nothing of the call was changed, but for the portions that a call for many jobs had committed before: call it again.
 */
public class RowLockedException extends BatonException {

    private static final long serialVersionUID = 1L;

    public RowLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
