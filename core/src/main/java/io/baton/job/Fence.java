package io.baton.job;

import java.util.UUID;

/** A job and the claim under which somebody means to write it; the write counts only while both still belong together. */
public record Fence(long id, UUID lockId) {}
