package io.baton.once;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** Locks rows of entities. */
@FunctionalInterface
public interface EntityLock {

    /** Locks the row, refreshes the entity, and changes it if it meets the condition; returns whether it was changed. */
    <E> boolean underLock(Class<E> entity, Object id, Predicate<? super E> condition, Consumer<? super E> change);
}
