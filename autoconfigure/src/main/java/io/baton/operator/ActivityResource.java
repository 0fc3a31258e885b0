package io.baton.operator;

import io.baton.monitor.Monitor;
import java.util.Optional;

/** What ran in each minute of the last hour, as one page. */
record ActivityResource(Monitor monitor) implements Resource {

    @Override
    public String name() {
        return "activity";
    }

    @Override
    public Page list(Query query) {
        return new Page(monitor.lastHour(), null);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return Optional.empty();
    }
}
