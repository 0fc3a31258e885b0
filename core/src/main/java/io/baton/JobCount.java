package io.baton;

/**
 * How many jobs of a queue stand in one state.
 *
 * @param queue the queue
 * @param state the state
 * @param count how many
 */
public record JobCount(String queue, JobState state, long count) {}
