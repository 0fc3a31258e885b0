package io.baton.testing.memory;

import io.baton.BatchId;
import io.baton.batch.FoundBatch;
import io.baton.batch.LockedBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** The rows of batches. */
record MemoryBatches(MemoryDatabase database) {

    long make(@Nullable String key, @Nullable Long parent, boolean flow) {
        if (key != null && find(key).isPresent()) {
            throw new DuplicateKeyException("There is a batch \"" + key + "\" already");
        }
        long id = database.batches.nextId();
        database.batches.insert(id, new BatchRow(id, key, parent, flow, database.now()));
        return id;
    }

    long findOrMake(String key, @Nullable Long parent, boolean flow) {
        return find(key).orElseGet(() -> make(key, parent, flow));
    }

    Optional<Long> find(String key) {
        return database.batches.all().stream()
                .filter(row -> key.equals(row.key))
                .map(row -> row.id)
                .findAny();
    }

    Optional<BatchRow> row(long batch) {
        return Optional.ofNullable(database.batches.get(batch));
    }

    /** Negative until the batch is an item: the id of the other batch. */
    Optional<Long> parentGroup(long batch) {
        row(batch).ifPresent(row -> database.batches.lock(batch));
        return row(batch).map(row -> row.parent);
    }

    Optional<LockedBatch> lock(long batch) {
        row(batch).ifPresent(row -> database.batches.lock(batch));
        return row(batch).map(row -> row.locked(database.now()));
    }

    /** Whether a batch that is an item of one of these groups is not complete. */
    boolean anyLivingWithin(Stream<GroupRow> groups) {
        Set<Long> ids = groups.filter(group -> !group.open().isEmpty())
                .map(GroupRow::id)
                .collect(Collectors.toSet());
        return database.batches.all().stream()
                .anyMatch(row -> row.completedAt == null && row.parent != null && ids.contains(row.parent));
    }

    Optional<LockedBatch> read(long batch) {
        return row(batch).map(row -> row.locked(database.now()));
    }

    Optional<LockedBatch> lockFree(long batch) {
        return database.batches.isFree(batch) ? lock(batch) : Optional.empty();
    }

    void change(long batch, Consumer<BatchRow> change) {
        row(batch).ifPresent(row -> database.batches.put(batch, row.with(change)));
    }

    /** The same, and something became of it. */
    void changeNow(long batch, Consumer<BatchRow> change) {
        change(batch, row -> {
            change.accept(row);
            row.activeAt = database.now();
        });
    }

    /** Something became of it; of one that is being removed, nothing does any more. */
    void active(long batch) {
        change(batch, row -> row.activeAt = row.flow || row.cancelledAt == null ? database.now() : row.activeAt);
    }

    Optional<FoundBatch> status(long batch) {
        return row(batch).map(this::found);
    }

    private FoundBatch found(BatchRow row) {
        return new FoundBatch(
                new BatchId(row.id),
                row.key,
                row.sealed,
                sum(row, GroupRow::size),
                sum(row, GroupRow::remaining),
                sum(row, GroupRow::deaths),
                sum(row, GroupRow::cancelled),
                sum(row, group -> group.blocked() == 2 ? group.remaining() : 0),
                row.flow,
                row.isCancelled(),
                row.completedAt,
                false);
    }

    private int sum(BatchRow row, ToIntFunction<GroupRow> what) {
        return new MemoryGroups(database).of(row.id).mapToInt(what).sum();
    }

    List<Long> idle(long after, Duration idle, int limit) {
        Instant since = database.now().minus(idle);
        return database.batches.all().stream()
                .filter(row -> row.id > after && !row.isComplete() && row.activeAt.isBefore(since))
                .map(row -> row.id)
                .limit(limit)
                .toList();
    }

    List<Long> expired(boolean complete, Duration idle, int limit) {
        Instant since = database.now().minus(idle);
        return database.batches.all().stream()
                .filter(row -> row.isComplete() == complete && row.activeAt.isBefore(since))
                .sorted(Comparator.comparing((BatchRow row) -> row.activeAt))
                .map(row -> row.id)
                .limit(limit)
                .toList();
    }

    void completed(long batch) {
        changeNow(batch, row -> row.completedAt = Objects.requireNonNullElse(row.completedAt, database.now()));
    }
}
