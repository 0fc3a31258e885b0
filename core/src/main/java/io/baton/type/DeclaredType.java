package io.baton.type;

import org.jspecify.annotations.Nullable;

/**
 * A type of jobs.
 *
 * @param name the stored name
 * @param queue the queue of its jobs, unless an enqueue names another one
 * @param priority the priority of its jobs, unless an enqueue names another one
 * @param payload the class as which payloads are written and read; null if the type has no payload
 */
public record DeclaredType(
        String name, String queue, int priority, @Nullable Class<?> payload) {

    /** The queue of types that name no queue. */
    public static final String DEFAULT_QUEUE = "default";

    public DeclaredType {
        Names.type(name);
        Names.queue(queue);
    }

    DeclaredType of(Class<?> other) {
        return new DeclaredType(name, queue, priority, other);
    }

    DeclaredType named(String other) {
        return new DeclaredType(other, queue, priority, payload);
    }
}
