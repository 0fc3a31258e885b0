package io.baton.monitor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change by an operator.
 *
 * @param id by which a list goes on; null until it is stored, as the time is
 * @param at by the clock of the database
 * @param principal the operator
 * @param target what was changed
 * @param value what the action needed to know, if anything
 * @param was from which value it changed, if there was one
 * @param jobs how many jobs it changed, if it was to change many
 */
public record Change(
        @Nullable String id,
        @Nullable Instant at,
        String principal,
        String resource,
        String target,
        String action,
        @Nullable String value,
        @Nullable String was,
        @Nullable Long jobs) {

    /** Returns the same change with another value. */
    public Change withValue(String other) {
        return new Change(id, at, principal, resource, target, action, other, was, jobs);
    }
}
