package io.baton.operator;

import io.baton.Jobs;
import io.baton.monitor.Monitor;
import io.baton.monitor.QueueStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queues: how many jobs they have, pause and resume. */
record QueueResource(Monitor monitor, Jobs jobs) implements Resource {

    @Override
    public String name() {
        return "queues";
    }

    @Override
    public Page list(Query query) {
        String after = query.after();
        List<QueueStatus> rest = monitor.queues().stream()
                .filter(queue -> after == null || queue.queue().compareTo(after) > 0)
                .limit(query.limit() + 1L)
                .toList();
        return Page.of(rest, query.limit(), QueueStatus::queue);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return monitor.queues().stream()
                .filter(queue -> queue.queue().equals(id))
                .findFirst();
    }

    @Override
    public Set<String> actions() {
        return Set.of("pause", "resume");
    }

    /** A queue may be paused before it has jobs. */
    @Override
    public Done change(String id, String action, @Nullable String value) {
        if (action.equals("resume")) {
            if (!jobs.resume(id)) {
                throw RefusedException.conflict("The queue is not paused");
            }
        } else if (value == null || value.isBlank()) {
            jobs.pause(id);
        } else {
            jobs.pause(id, Values.time(value));
        }
        return new Done(action, id);
    }
}
