package io.baton.operator;

import org.jspecify.annotations.Nullable;

/**
 * The result of an action.
 *
 * @param id of the thing that was changed or created
 * @param jobs the number of changed jobs, for an action on many
 * @param next the value with which the same action goes on, if jobs are left
 * @param warning a possible mistake
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
