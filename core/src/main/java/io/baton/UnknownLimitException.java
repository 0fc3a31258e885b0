package io.baton;

/** There is no semaphore, or no rate limit, of this name. */
public class UnknownLimitException extends BatonException {

    private static final long serialVersionUID = 1L;

    public UnknownLimitException(String message) {
        super(message);
    }
}
