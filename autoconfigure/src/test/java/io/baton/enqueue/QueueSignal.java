package io.baton.enqueue;

import io.baton.job.JobSignal;
import java.util.function.Consumer;

/** A signal of which only the queues matter to a test. */
public record QueueSignal(Consumer<String> queues) implements JobSignal {

    @Override
    public void jobsAvailable(String queue) {
        queues.accept(queue);
    }

    @Override
    public void jobsScheduled() {}
}
