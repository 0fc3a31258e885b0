package io.baton;

/** Another caller performs the action, and this caller has waited for too long. */
public class OnceBusyException extends BatonException {

    public OnceBusyException(String message) {
        super(message);
    }
}
