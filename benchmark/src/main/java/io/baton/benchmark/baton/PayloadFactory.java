package io.baton.benchmark.baton;

/** Makes the payloads of the kind of job that the application runs. */
@FunctionalInterface
public interface PayloadFactory {

    /** The payload of the job with this index. */
    Object payload(int index);
}
