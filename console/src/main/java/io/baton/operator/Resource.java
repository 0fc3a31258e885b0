package io.baton.operator;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of items that operators read and change, such as jobs or queues. */
interface Resource {

    Page list(Query query, Shown shown);

    default Optional<?> find(String id, Shown shown) {
        return Optional.empty();
    }

    /** Returns the current value of an item that an action would change, as text; null if there is none. */
    default @Nullable String was(String id, String action) {
        return null;
    }

    /** Performs one of the resource's actions; refuses it if no item has this id, or its state does not allow the action. */
    default Done change(String id, String action, @Nullable String value, Shown shown) {
        throw new UnsupportedOperationException(action);
    }

    /** Returns what is kept of the argument of an action, beside who performed it. */
    default @Nullable String kept(String action, @Nullable String value) {
        return value;
    }

    /** A resource with the terms that filter its list, and its actions. */
    record Entry(Resource resource, Set<String> terms, List<String> actions) {}
}
