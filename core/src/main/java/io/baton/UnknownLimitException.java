package io.baton;

/** No semaphore, or no rate limit, has this name. */
public class UnknownLimitException extends BatonException {

    public UnknownLimitException(String message) {
        super(message);
    }
}
