package io.baton.testing.memory;

import io.baton.batch.LockedBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A batch. A row that is committed never changes: whoever changes it changes a copy. */
public final class BatchRow implements Cloneable {

    private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

    final long id;
    final @Nullable String key;
    final boolean flow;

    @Nullable
    Long parent;

    int parentIndex;
    boolean sealed;
    boolean stuck;

    @Nullable
    Long onComplete;

    @Nullable
    Long onDead;

    @Nullable
    Instant completedAt;

    @Nullable
    Instant cancelledAt;

    Instant activeAt;

    BatchRow(long id, @Nullable String key, @Nullable Long parent, boolean flow, Instant now) {
        this.id = id;
        this.key = key;
        this.parent = parent == null ? null : -parent;
        this.flow = flow;
        this.activeAt = now;
    }

    BatchRow with(Consumer<BatchRow> change) {
        try {
            BatchRow copy = (BatchRow) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    LockedBatch locked(Instant now) {
        return new LockedBatch(
                id,
                sealed,
                completedAt != null,
                onComplete,
                onDead,
                parent == null || parent < 0 ? null : parent,
                parentIndex,
                stuck,
                activeAt.isBefore(now.minus(BETWEEN_NOTES)),
                flow,
                cancelledAt != null);
    }

    public long id() {
        return id;
    }

    public boolean isSealed() {
        return sealed;
    }

    /** Whether the batch whose item it is was told that nothing of it goes on. */
    public boolean isStuck() {
        return stuck;
    }

    public boolean isComplete() {
        return completedAt != null;
    }

    public boolean isCancelled() {
        return cancelledAt != null;
    }

    @Override
    public String toString() {
        return "batch " + id + (flow ? ", a flow" : "") + (sealed ? ", sealed" : "") + (stuck ? ", stuck" : "")
                + (isComplete() ? ", complete" : "") + (isCancelled() ? ", cancelled" : "");
    }
}
