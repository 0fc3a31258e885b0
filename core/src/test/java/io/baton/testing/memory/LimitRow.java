package io.baton.testing.memory;

import io.baton.permit.Limit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A limit, or a key of one.
 *
 * @param own what it allows; null for a key that has what its family has
 * @param declared what the properties said last
 * @param permits how many of a rate there were when it was looked at last; null before
 */
record LimitRow(
        String name,
        @Nullable Limit own,
        @Nullable String declared,
        @Nullable Double permits,
        @Nullable Instant filledAt,
        Instant usedAt) {

    LimitRow(String name, @Nullable Limit own, @Nullable String declared, Instant now) {
        this(name, own, declared, null, null, now);
    }

    LimitRow allowing(Limit limit) {
        return new LimitRow(name, limit, declared, permits, filledAt, usedAt);
    }

    LimitRow declaredAs(Limit limit) {
        return new LimitRow(name, limit, limit.text(), permits, filledAt, usedAt);
    }

    LimitRow filled(double left, Instant moment) {
        return new LimitRow(name, own, declared, left, moment, moment);
    }

    LimitRow at(@Nullable Instant filled, Instant used) {
        return new LimitRow(name, own, declared, permits, filled, used);
    }
}
