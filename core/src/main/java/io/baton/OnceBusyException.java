package io.baton;

/** Somebody else is doing what is to be done once, for longer than the caller waits. */
public class OnceBusyException extends BatonException {

    private static final long serialVersionUID = 1L;

    public OnceBusyException(String message) {
        super(message);
    }
}
