package io.baton;

/**
 * The number of jobs of a queue in one state.
 *
 * @param queue the queue
 * @param state the state
 * @param count the number of jobs
 */
public record JobCount(String queue, JobState state, long count) {}
