package io.baton;

/** No recurring job has this name. */
public class UnknownRecurringJobException extends BatonException {

    public UnknownRecurringJobException(String message) {
        super(message);
    }
}
