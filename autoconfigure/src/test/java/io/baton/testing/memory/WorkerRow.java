package io.baton.testing.memory;

import io.baton.job.WorkerInfo;
import java.time.Instant;

/** A worker, alive or dead. */
public record WorkerRow(long id, WorkerInfo info, Instant startedAt, Instant seenAt, boolean dead, boolean released) {

    WorkerRow seenAt(Instant time) {
        return new WorkerRow(id, info, startedAt, time, dead, released);
    }

    WorkerRow ofDead() {
        return new WorkerRow(id, info, startedAt, seenAt, true, released);
    }

    WorkerRow asReleased() {
        return new WorkerRow(id, info, startedAt, seenAt, dead, true);
    }
}
