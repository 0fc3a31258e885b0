package io.baton.faults.limit;

import io.baton.faults.server.Server;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The claim of the job that runs on this thread, as parameters of statements that find out whether it holds. */
public record Claim(long job, Object lockId) {

    /** Finds one row if it holds. */
    public static final String HOLDS = "FROM baton_job WHERE id = ? AND lock_id = ?";

    /** Returns the one of this thread. */
    public static Claim current(Server.Kind kind) {
        Fence fence = Objects.requireNonNull(CurrentJob.fence());
        return new Claim(
                fence.id(),
                kind == Server.Kind.MARIADB
                        ? ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(fence.lockId().getMostSignificantBits())
                                .putLong(fence.lockId().getLeastSignificantBits())
                                .array()
                        : fence.lockId());
    }
}
