package io.baton;

/**
 * Another transaction holds a row for longer than the caller waits. Outside of a transaction the caller waits for 3 s, or 6 s if others wait for the
 * row too. The call changed nothing, except for portions, or the value of a limit, that are committed already: repeat it, or resize that limit anew.
 */
public class RowLockedException extends BatonException {

    public RowLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
