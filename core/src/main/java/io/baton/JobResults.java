package io.baton;

import java.util.stream.Stream;

/**
 * The results of the jobs in the steps before this one, in the order of the steps and of the jobs within them. Jobs that returned nothing or were
 * cancelled have no result here. A handler takes this as a parameter.
 */
public interface JobResults {

    /**
     * Returns the results of all steps that this one waited for. The stream reads them in portions.
     *
     * @throws InvalidPayloadException if a result cannot be read as this type
     */
    <T> Stream<T> stream(Class<T> type);

    /**
     * Returns the results of one of the steps that this one waited for. The stream reads them in portions.
     *
     * @throws BatonException if this step did not wait for a step with this name
     * @throws InvalidPayloadException if a result cannot be read as this type
     */
    <T> Stream<T> stream(String step, Class<T> type);
}
