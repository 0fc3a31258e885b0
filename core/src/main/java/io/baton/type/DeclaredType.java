package io.baton.type;

import org.jspecify.annotations.Nullable;

/**
 * What belongs to a type of job.
 *
 * @param name the name that is stored
 * @param queue where its jobs go, unless an enqueue says otherwise
 * @param priority how urgent they are, unless an enqueue says otherwise
 * @param payload the class as which payloads are written and read; null if the type has no payload
 */
public record DeclaredType(
        String name, String queue, int priority, @Nullable Class<?> payload) {

    /** The queue of types that name none. */
    public static final String DEFAULT_QUEUE = "default";

    public DeclaredType {
        Names.type(name);
        Names.queue(queue);
    }

    /** Returns a type of which nothing is known but its name. */
    static DeclaredType unknown(String name, @Nullable Class<?> payload) {
        return new DeclaredType(name, DEFAULT_QUEUE, 0, payload);
    }

    DeclaredType of(Class<?> other) {
        return new DeclaredType(name, queue, priority, other);
    }

    DeclaredType named(String other) {
        return new DeclaredType(other, queue, priority, payload);
    }
}
