package io.baton.batch;

import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.BatchStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A batch as it was found. */
public record FoundBatch(
        BatchId id,
        @Nullable String key,
        boolean sealed,
        long items,
        long remaining,
        long dead,
        long cancelled,
        @Nullable Instant completedAt,
        boolean completedNow)
        implements BatchStatus {

    @Override
    public BatchState state() {
        if (completedAt != null) {
            return BatchState.COMPLETE;
        }
        if (!sealed) {
            return BatchState.OPEN;
        }
        return remaining > 0 && remaining == dead ? BatchState.STUCK : BatchState.RUNNING;
    }

    FoundBatch completed(boolean now) {
        return new FoundBatch(id, key, sealed, items, remaining, dead, cancelled, completedAt, now);
    }
}
