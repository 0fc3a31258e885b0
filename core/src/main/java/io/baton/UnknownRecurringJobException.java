package io.baton;

/** No recurring job has this name. */
public class UnknownRecurringJobException extends BatonException {

    private static final long serialVersionUID = 1L;

    public UnknownRecurringJobException(String message) {
        super(message);
    }
}
