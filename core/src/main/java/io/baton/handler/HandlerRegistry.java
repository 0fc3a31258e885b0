package io.baton.handler;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The handlers of this node, by the type they run. */
public final class HandlerRegistry {

    private final Map<String, Handler> handlers;
    private final List<Handler> inOrder;

    HandlerRegistry(Collection<Handler> handlers) {
        this.inOrder = List.copyOf(handlers);
        this.handlers = inOrder.stream().collect(Collectors.toUnmodifiableMap(Handler::type, Function.identity()));
    }

    /** Returns the handler of a type; empty if this node has none. */
    public Optional<Handler> find(String type) {
        return Optional.ofNullable(handlers.get(type));
    }

    /** Returns every handler, in the order of the beans. */
    public Collection<Handler> all() {
        return inOrder;
    }

    /** Returns the queues that the types of the handlers go to. */
    public Set<String> queues() {
        return inOrder.stream().map(Handler::queue).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns how many jobs a handler of this queue takes in one call, at most. */
    public int largestBatch(String queue) {
        return inOrder.stream()
                .filter(handler -> handler.queue().equals(queue))
                .mapToInt(handler -> handler.settings().batchSize())
                .max()
                .orElse(1);
    }
}
