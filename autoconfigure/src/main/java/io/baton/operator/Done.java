package io.baton.operator;

/**
 * Something that was done.
 *
 * @param id of what it was done with, or of what came of it
 */
public record Done(String action, String id) {}
