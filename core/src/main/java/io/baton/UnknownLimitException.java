package io.baton;

/** No semaphore, or no rate limit, has this name. */
public class UnknownLimitException extends BatonException {

    private static final long serialVersionUID = 1L;

    public UnknownLimitException(String message) {
        super(message);
    }
}
