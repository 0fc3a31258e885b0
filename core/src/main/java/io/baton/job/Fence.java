package io.baton.job;

import java.util.UUID;

/** A job and the lock id of its claim. A write that names a fence takes effect only while the job's row has this lock id. */
public record Fence(long id, UUID lockId) {

    /** Uses the id alone, since a set rarely has two fences of one job. */
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

        /** Returns the fence that each write of this object names. */
        Fence fence();
    }
}
