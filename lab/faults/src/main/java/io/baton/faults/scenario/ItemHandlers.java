package io.baton.faults.scenario;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.faults.worker.Trace;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Items of batches, and the callback of the first that died. */
final class ItemHandlers {

    private final Trace trace;
    private final Set<Long> died = ConcurrentHashMap.newKeySet();

    ItemHandlers(Trace trace) {
        this.trace = trace;
    }

    /** Dies, and completes when it is revived. */
    @JobType(name = "mortal")
    record Mortal() {}

    /** Is to start when an item has died. */
    @JobType(name = "death-callback")
    record DeathCallback() {}

    /** Completes at once. */
    @JobType(name = "short")
    record ShortItem() {}

    @JobHandler(maxAttempts = 1)
    void mortal(Mortal work, JobContext job) {
        if (died.add(job.id().value())) {
            throw new IllegalStateException("dies on purpose, once");
        }
    }

    @JobHandler
    void deathCallback(DeathCallback work, JobContext job) {
        trace.note("death-callback", job.id().value());
    }

    @JobHandler
    void shortItem(ShortItem work) {}
}
