package io.baton;

/** The state of a recurring job does not allow an operation; the message says what to do. */
public class RecurringJobRefusedException extends BatonException {

    public RecurringJobRefusedException(String message) {
        super(message);
    }
}
