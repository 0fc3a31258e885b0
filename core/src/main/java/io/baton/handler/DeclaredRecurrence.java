package io.baton.handler;

import io.baton.Recurrence;

/** A recurring job as a handler's annotation says it. */
public record DeclaredRecurrence(String name, Recurrence recurrence) {}
