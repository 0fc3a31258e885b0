package io.baton;

/** A recurring job is not in a state in which what was asked for could be done; the message says what to do. */
public class RecurringJobRefusedException extends BatonException {

    private static final long serialVersionUID = 1L;

    public RecurringJobRefusedException(String message) {
        super(message);
    }
}
