package io.baton.operator;

import io.baton.monitor.Monitor;
import java.util.Optional;
import java.util.Set;

/** What ran in each minute of the last hour, as one page. */
record ActivityResource(Monitor monitor) implements Resource {

    @Override
    public String name() {
        return "activity";
    }

    @Override
    public Set<String> terms() {
        return Set.of();
    }

    @Override
    public Page list(Query query, Shown shown) {
        return new Page(monitor.lastHour(), null);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return Optional.empty();
    }
}
