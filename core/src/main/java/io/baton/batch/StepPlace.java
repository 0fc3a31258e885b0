package io.baton.batch;

/**
 * The step of a flow that a group of jobs belongs to.
 *
 * @param awaited whether other steps wait for the results of its jobs
 * @param blocked whether the step waits for others
 */
public record StepPlace(int step, boolean awaited, boolean blocked) {}
