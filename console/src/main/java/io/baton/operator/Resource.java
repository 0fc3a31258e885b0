package io.baton.operator;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of thing that operators read and change. */
interface Resource {

    /** Returns its name, which is that of a part of a path. */
    String name();

    /** Returns the names of the terms that filter its list. */
    default Set<String> terms() {
        return Set.of("after", "limit");
    }

    /** Returns a page of a list. */
    Page list(Query query, Shown shown);

    /** Returns one by its id. */
    default Optional<?> find(String id, Shown shown) {
        return Optional.empty();
    }

    /** Returns the names of its actions. */
    default Set<String> actions() {
        return Set.of();
    }

    /** Returns from which value an action is about to change one, as text; null if there is none. */
    default @Nullable String was(String id, String action) {
        return null;
    }

    /**
     * Performs an action.
     *
     * @param action one of {@link #actions()}
     * @param value what the action needs to know, if anything
     * @param shown whether what may hold secrets is shown
     * @throws RefusedException if there is none of this id, or its state does not allow the action
     */
    default Done change(String id, String action, @Nullable String value, Shown shown) {
        throw RefusedException.invalid("Nothing can be done with " + name());
    }
}
