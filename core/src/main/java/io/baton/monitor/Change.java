package io.baton.monitor;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change by an operator.
 *
 * @param id the id of the row, from which a list continues; null before the change is stored
 * @param at the time of the database; null before the change is stored
 * @param principal the operator
 * @param target the name or id of the changed resource
 * @param value the argument of the action, if it has one
 * @param was the value before the change, if there was one
 * @param jobs how many jobs changed, if the action applies to many
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

    /** The names of the terms by which changes are searched. */
    public static final List<String> TERMS = List.of("resource", "target", "principal");

    public Change withValue(String other) {
        return new Change(id, at, principal, resource, target, action, other, was, jobs);
    }
}
