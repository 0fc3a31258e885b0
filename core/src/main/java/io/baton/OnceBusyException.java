package io.baton;

/** Another caller performs the action for longer than this one waits. */
public class OnceBusyException extends BatonException {

    private static final long serialVersionUID = 1L;

    public OnceBusyException(String message) {
        super(message);
    }
}
