package io.baton;

import java.util.stream.Stream;

/**
 * What the jobs of the steps before this one returned, in the order of the steps and of the jobs within them. Those that returned nothing or were
 * cancelled are left out. A handler takes it as a parameter.
 */
public interface JobResults {

    /**
     * Returns the results of all steps that this one waited for, read in portions as the stream goes on.
     *
     * @throws InvalidPayloadException if one cannot be read as this type
     */
    <T> Stream<T> stream(Class<T> type);

    /**
     * Returns the results of one of the steps that this one waited for, read in portions as the stream goes on.
     *
     * @throws BatonException if this step did not wait for one of this name
     * @throws InvalidPayloadException if one cannot be read as this type
     */
    <T> Stream<T> stream(String step, Class<T> type);
}
