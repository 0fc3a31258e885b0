package io.baton.flow;

/**
 * The place of a job in a flow.
 *
 * @param awaited whether others wait for what the jobs of its step return
 */
public record Member(long batch, long group, int index, int step, boolean awaited) {}
