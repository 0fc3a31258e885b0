package io.baton.batch;

import io.baton.BatonException;
import io.baton.job.Keys;

/** The keys by which applications find their batches. */
public final class BatchKeys {

    private BatchKeys() {}

    /**
     * Returns a key, if it can be one.
     *
     * @throws BatonException if it cannot
     */
    public static String checked(String key) {
        return Keys.checked("a batch", key);
    }
}
