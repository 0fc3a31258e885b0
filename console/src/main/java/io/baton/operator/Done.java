package io.baton.operator;

import org.jspecify.annotations.Nullable;

/**
 * Something that was done.
 *
 * @param id of what it was done with, or of what came of it
 * @param jobs to how many jobs, if it was to be done to many
 * @param next the value with which the same action goes on, where jobs are left that it may be done to
 * @param warning what may be wrong all the same
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
