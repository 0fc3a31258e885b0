package io.baton.database;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work in a transaction of Baton's own. */
public interface Transactions {

    /** Commits when the work returns. After an exception, nothing was written; if the connection was lost, the outcome is unknown. */
    <T extends @Nullable Object> T run(Supplier<T> work);

    /**
     * Runs work that may be a single statement: claims, heartbeats, queries, and settlements that only complete jobs. Where possible, saves BEGIN and
     * COMMIT around such a statement.
     */
    default <T extends @Nullable Object> T single(Supplier<T> work) {
        return run(work);
    }
}
