package io.baton.database;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work in a transaction of Baton's own. */
public interface Transactions {

    /** Commits when the work returns; an exception means that nothing was written or, if the connection was lost, that nobody knows. */
    <T extends @Nullable Object> T run(Supplier<T> work);

    /**
     * The same for a verb that may be a transaction by itself: claims, beats, questions, and settlements that only complete. Saves the
     * database the frame around a single statement where the verb is one.
     */
    default <T extends @Nullable Object> T single(Supplier<T> work) {
        return run(work);
    }
}
