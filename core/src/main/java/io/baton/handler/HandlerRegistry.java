package io.baton.handler;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The handlers of this node, by job type, in the order of the beans. */
public record HandlerRegistry(Map<String, Handler> handlers) {

    public HandlerRegistry {
        handlers = Collections.unmodifiableMap(handlers);
    }

    /** Returns the handler of a type; empty if this node has none. */
    public Optional<Handler> find(String type) {
        return Optional.ofNullable(handlers.get(type));
    }

    /** Returns all handlers in the order of the beans. */
    public Collection<Handler> all() {
        return handlers.values();
    }

    /** Returns the queues of the types of all handlers. */
    public Set<String> queues() {
        return handlers.values().stream().map(Handler::queue).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the most jobs that a handler of this queue takes in one call. */
    public int largestBatch(String queue) {
        return handlers.values().stream()
                .filter(handler -> handler.queue().equals(queue))
                .mapToInt(handler -> handler.settings().batchSize())
                .max()
                .orElse(1);
    }
}
