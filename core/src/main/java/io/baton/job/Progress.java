package io.baton.job;

/**
 * How far a running job says it is.
 *
 * @param fraction from 0 to 1
 * @param note for people
 */
public record Progress(double fraction, String note) {}
