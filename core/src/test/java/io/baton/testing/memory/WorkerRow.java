package io.baton.testing.memory;

import io.baton.job.WorkerStore.WorkerInfo;
import java.time.Instant;

/** A worker, alive or dead. */
public record WorkerRow(
        long id, WorkerInfo info, Instant startedAt, Instant seenAt, boolean dead, boolean released, boolean orderly) {

    WorkerRow seenAt(Instant time) {
        return new WorkerRow(id, info, startedAt, time, dead, released, orderly);
    }

    WorkerRow ofDead(boolean inOrder) {
        return new WorkerRow(id, info, startedAt, seenAt, true, released, inOrder);
    }

    WorkerRow asReleased() {
        return new WorkerRow(id, info, startedAt, seenAt, dead, true, orderly);
    }
}
