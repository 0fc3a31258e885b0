package io.baton.enqueue;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import java.util.function.Consumer;

/** A signal that a test looks at. */
public record QueueSignal(Consumer<String> queues, Runnable scheduled) implements JobSignal {

    public QueueSignal(Consumer<String> queues) {
        this(queues, () -> {});
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        queues.accept(ready.queue());
    }

    @Override
    public void pausesChanged() {}

    @Override
    public void jobsScheduled() {
        scheduled.run();
    }
}
