package io.baton.operator;

import io.baton.Jobs;
import io.baton.monitor.Monitor;
import io.baton.monitor.QueueStatus;
import io.baton.type.NearMiss;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows queues and their numbers of jobs, and pauses and resumes them. */
record QueueResource(Monitor monitor, Jobs jobs) implements Resource {

    /** A pause without an end is stored with a later time. */
    private static final Instant NO_TIME_OF_OPERATORS = Instant.parse("8999-01-01T00:00:00Z");

    @Override
    public Page list(Query query, Shown shown) {
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
    public @Nullable String was(String id, String action) {
        Instant until = monitor.pausedUntil(id);
        return until == null ? null : until.isAfter(NO_TIME_OF_OPERATORS) ? "until resumed" : until.toString();
    }

    /** Pauses or resumes a queue. A queue without jobs can be paused too; the result then has a warning. */
    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        if (action.equals("pause")) {
            boolean known = (value == null || value.isBlank()) ? jobs.pause(id) : jobs.pause(id, until(value));
            return known ? new Done(action, id) : new Done(action, id, null, null, unknown(id));
        }
        if (!jobs.resume(id)) {
            throw RefusedException.conflict("The queue is not paused");
        }
        return new Done(action, id);
    }

    private Instant until(String value) {
        return Values.isDuration(value) ? monitor.now().plus(Values.duration(value)) : Values.time(value);
    }

    private String unknown(String id) {
        List<String> others = monitor.queues().stream()
                .map(QueueStatus::queue)
                .filter(queue -> !queue.equals(id))
                .toList();
        return "No living node serves this queue and it has no jobs." + NearMiss.question(id, others)
                + " It stays paused until it is resumed";
    }
}
