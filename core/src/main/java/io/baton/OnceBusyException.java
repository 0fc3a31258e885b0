package io.baton;

/** Another caller performs the action, and this caller has waited for too long. */
public class OnceBusyException extends BatonException {

    private static final long serialVersionUID = 1L;

    public OnceBusyException(String message) {
        super(message);
    }
}
