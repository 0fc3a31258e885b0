package io.baton.operator;

import org.jspecify.annotations.Nullable;

/**
 * The result of an action.
 *
 * @param id what was changed or created
 * @param jobs the number of changed jobs, if the action changes many
 * @param next the value with which the same action continues, if jobs are left
 * @param warning a possible mistake of the operator
 */
public record Done(
        String action,
        String id,
        @Nullable Long jobs,
        @Nullable String next,
        @Nullable String warning) {

    Done(String action, String id) {
        this(action, id, null, null, null);
    }
}
