package io.baton.operator;

import org.jspecify.annotations.Nullable;

/**
 * A change by an operator.
 *
 * @param principal the operator
 * @param value what the action needed to know, if anything
 * @param jobs how many jobs it changed, if it was to change many
 */
public record Change(
        String principal,
        String resource,
        String id,
        String action,
        @Nullable String value,
        @Nullable Long jobs) {}
