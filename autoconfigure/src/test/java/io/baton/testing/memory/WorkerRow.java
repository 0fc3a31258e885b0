package io.baton.testing.memory;

import io.baton.job.WorkerInfo;
import java.time.Instant;

/** A worker, alive or dead. */
public record WorkerRow(
        long id, WorkerInfo info, Instant startedAt, Instant seenAt, boolean dead, boolean charged, boolean released) {

    WorkerRow seenAt(Instant time) {
        return new WorkerRow(id, info, startedAt, time, dead, charged, released);
    }

    WorkerRow dead(boolean alreadyCharged) {
        return new WorkerRow(id, info, startedAt, seenAt, true, charged || alreadyCharged, released);
    }

    WorkerRow asReleased() {
        return new WorkerRow(id, info, startedAt, seenAt, dead, charged, true);
    }
}
