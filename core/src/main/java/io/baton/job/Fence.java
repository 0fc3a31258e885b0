package io.baton.job;

import java.util.UUID;

/** A job and the lock id of its claim. A write that names it takes effect only while the row has both. */
public record Fence(long id, UUID lockId) {

    /** Of the id alone, since few fences of a set are of the same job. */
    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Fence fence && id == fence.id && lockId.equals(fence.lockId));
    }

    /** Acts for a job under one claim, on any thread. */
    public interface Fenced {

        /** Returns the fence that each of its writes names. */
        Fence fence();
    }
}
