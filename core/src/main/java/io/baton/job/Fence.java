package io.baton.job;

import java.util.UUID;

/** A job and the lock id of its claim. A write that names it takes effect only while the row has both. */
public record Fence(long id, UUID lockId) {}
