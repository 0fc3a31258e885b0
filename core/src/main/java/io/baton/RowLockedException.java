package io.baton;

/**
 * Another transaction holds a row for longer than the caller waits. Outside of a transaction the caller waits for 3 s, or 6 s if others wait for the
 * row too. The call changed nothing, except for the portions, or the limit, that it has committed already: repeat the call.
 */
public class RowLockedException extends BatonException {

    public RowLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
