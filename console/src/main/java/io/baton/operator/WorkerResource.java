package io.baton.operator;

import io.baton.monitor.HeldJob;
import io.baton.monitor.Monitor;
import io.baton.monitor.WorkerStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Workers, and what each holds. */
record WorkerResource(Monitor monitor) implements Resource {

    private static final int MOST_HELD = 100;

    @Override
    public String name() {
        return "workers";
    }

    @Override
    public Set<String> terms() {
        return Set.of("limit");
    }

    /** Living ones first; the list ends with its first page. */
    @Override
    public Page list(Query query, Shown shown) {
        return new Page(monitor.workers(query.limit()), null);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        long number = Values.id(id);
        return monitor.worker(number).map(worker -> new Found(worker, monitor.held(number, MOST_HELD)));
    }

    /** A worker, and the jobs that it has claimed, those claimed first before others. */
    record Found(WorkerStatus worker, List<HeldJob> held) {}
}
