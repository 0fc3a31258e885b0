package io.baton.job;

/**
 * The progress of a running job.
 *
 * @param fraction from 0 to 1
 * @param note for operators
 */
public record Progress(double fraction, String note) {}
