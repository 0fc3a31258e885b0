package io.baton.benchmark.baton;

import io.baton.Jobs;
import java.util.stream.Stream;

/** Makes the payloads of the kind of job that the application runs. */
@FunctionalInterface
public interface PayloadFactory {

    /** The payload of the job with this index. */
    Object payload(int index);

    /** Stores a job for each payload in the fastest way there is. */
    default void store(Jobs jobs, Stream<?> payloads) {
        jobs.enqueueAll(payloads);
    }
}
