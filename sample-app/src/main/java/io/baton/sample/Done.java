package io.baton.sample;

/**
 * The response to a button.
 *
 * @param count how many files, jobs or pushes it concerned
 */
public record Done(long count) {}
