package io.baton.testing.memory;

import io.baton.job.WorkerInfo;
import java.time.Instant;

/** A worker, alive or dead. */
public record WorkerRow(long id, WorkerInfo info, Instant startedAt, Instant seenAt, boolean dead, boolean charged) {

    WorkerRow seenAt(Instant time) {
        return new WorkerRow(id, info, startedAt, time, dead, charged);
    }

    WorkerRow dead(boolean alreadyCharged) {
        return new WorkerRow(id, info, startedAt, seenAt, true, charged || alreadyCharged);
    }
}
