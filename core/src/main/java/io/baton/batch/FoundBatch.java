package io.baton.batch;

import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.BatchStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of a batch, as one query found it. */
public record FoundBatch(
        BatchId id,
        @Nullable String key,
        boolean sealed,
        long items,
        long remaining,
        long dead,
        long cancelled,
        long blocked,
        boolean flow,
        boolean wasCancelled,
        @Nullable Instant completedAt,
        boolean completedNow)
        implements BatchStatus {

    @Override
    public BatchState state() {
        if (wasCancelled) {
            return BatchState.CANCELLED;
        }
        if (completedAt != null) {
            return BatchState.COMPLETE;
        }
        if (!sealed) {
            return BatchState.OPEN;
        }
        return remaining > blocked && remaining - blocked == dead ? BatchState.STUCK : BatchState.RUNNING;
    }

    FoundBatch completed(boolean now) {
        return new FoundBatch(
                id, key, sealed, items, remaining, dead, cancelled, blocked, flow, wasCancelled, completedAt, now);
    }
}
