package io.baton.job;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work in a transaction of Baton's own. */
public interface Transactions {

    /** Commits when the work returns; an exception means that nothing was written or, if the connection was lost, that nobody knows. */
    <T extends @Nullable Object> T run(Supplier<T> work);
}
