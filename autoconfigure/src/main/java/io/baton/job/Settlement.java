package io.baton.job;

/** The end of one claim: which job, under which lock id, and what it came to. */
public record Settlement(Fence fence, Outcome outcome) {}
