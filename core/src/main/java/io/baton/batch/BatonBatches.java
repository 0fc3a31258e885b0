package io.baton.batch;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchStatus;
import io.baton.Batches;
import io.baton.InvalidItemException;
import io.baton.batch.BatchReducer.Folded;
import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.batch.GroupItems.AckKind;
import io.baton.database.OwnTransactions;
import io.baton.database.TransientFailure;
import io.baton.job.Memberships.Membership;
import io.baton.loop.LoggedFailure;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

/** The bean {@link Batches}. */
public record BatonBatches(BatchWork work) implements Batches {

    /** The most items that are acknowledged at once. */
    public static final int MOST_ACKS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(BatonBatches.class);

    /** The number of batches that one call folds. {@link BatchFollowUp} folds the others. */
    private static final int BATCHES_AT_ONCE = 100;

    /** Few tries suffice: most transactions lock a batch only briefly, and a batch that is not sealed cannot become complete. */
    private static final int TRIES_IF_OPEN = 6;

    /** These tries take about a second, so that one of several concurrent callers learns that the batch is complete. */
    private static final int TRIES_IF_SEALED = 24;

    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000;

    @Override
    public Batch open() {
        return new OpenBatch(
                work, work.transaction().join("an opening", () -> work.store().make(false)));
    }

    @Override
    public Batch open(String key) {
        String checked = BatchWork.checkedKey(key);
        long made = work.transaction()
                .join("the opening of " + checked, () -> work.store().make(checked, null, false));
        return new OpenBatch(work, made);
    }

    /** Opens a batch, or finds the one with this key. Exactly one of several concurrent callers gets it as created. */
    public OpenedBatch opened(String key) {
        String checked = BatchWork.checkedKey(key);
        Optional<Batch> found = find(checked);
        if (found.isPresent()) {
            return new OpenedBatch(found.get(), false);
        }
        try {
            long made = work.transaction()
                    .join("the opening of " + checked, () -> work.store().makeNew(checked));
            return new OpenedBatch(new OpenBatch(work, made), true);
        } catch (DuplicateKeyException e) {
            return new OpenedBatch(open(checked), false);
        }
    }

    @Override
    public Optional<Batch> find(BatchId id) {
        return work.transaction()
                .read(() -> work.store().status(id.value()))
                .map(found -> new OpenBatch(work, id.value()));
    }

    @Override
    public Optional<Batch> find(String key) {
        String checked = BatchWork.checkedKey(key);
        return work.transaction().read(() -> work.store().find(checked)).map(id -> new OpenBatch(work, id));
    }

    /**
     * Items of several batches are first stored in one transaction; then each batch is folded in its own. No connection is held while this waits for
     * the row of a batch, because an import may lock that row for long. If it stays locked, the acknowledgements are only stored, for a later fold.
     */
    @Override
    public List<BatchStatus> ack(Collection<String> items) {
        if (items.size() > MOST_ACKS) {
            throw new InvalidItemException(
                    items.size() + " items cannot be acknowledged at once; name up to " + MOST_ACKS);
        }
        NavigableMap<Long, Map<Long, Set<Integer>>> batches = new TreeMap<>();
        items.stream().map(ItemId::parse).forEach(item -> batches.computeIfAbsent(
                        item.batch(), first -> new TreeMap<>())
                .computeIfAbsent(item.group(), first -> new TreeSet<>())
                .add(item.index()));
        if (work.transaction().joins()) {
            return List.copyOf(work.transaction()
                    .join("an acknowledgement", () -> note(batches, groups(batches)))
                    .values());
        }
        Map<Long, BatchStatus> statuses = new TreeMap<>();
        if (batches.size() != 1) {
            statuses.putAll(OwnTransactions.repeated(
                    () -> work.transaction().join("an acknowledgement", () -> note(batches, List.of()))));
            batches.values().forEach(groups -> groups.values().forEach(Set::clear));
        }
        try {
            fold(batches, statuses);
        } catch (RuntimeException e) {
            if (statuses.isEmpty()) {
                throw e;
            }
            // the stored items count as acknowledged: the follow-up folds them and reports its failures
            log.debug("A fold of acknowledged items failed", LoggedFailure.of(e));
        }
        work.reducer().dirty().mark(groups(batches));
        return List.copyOf(statuses.values());
    }

    /** Folds the first batches and removes them from the map. */
    private void fold(NavigableMap<Long, Map<Long, Set<Integer>>> batches, Map<Long, BatchStatus> statuses) {
        NavigableMap<Long, Map<Long, Set<Integer>>> first = batches.keySet().stream()
                .skip(BATCHES_AT_ONCE)
                .findFirst()
                .map(batch -> batches.headMap(batch, false))
                .orElse(batches);
        long pause = 0;
        for (int attempt = 1; attempt <= TRIES_IF_SEALED && !first.isEmpty(); attempt++) {
            LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
            pause = Math.min(Math.max(2 * pause, SHORTEST_PAUSE_NANOS), LONGEST_PAUSE_NANOS);
            int tries = attempt;
            first.entrySet().removeIf(each -> {
                Optional<BatchStatus> folded = fold(each.getKey(), each.getValue(), tries);
                folded.ifPresent(status -> statuses.put(each.getKey(), status));
                return folded.isPresent();
            });
        }
    }

    /** Returns empty if the caller should try again: another transaction has locked the batch, or collided with this one, which was rolled back. */
    private Optional<BatchStatus> fold(long batch, Map<Long, Set<Integer>> groups, int attempt) {
        Supplier<Optional<BatchStatus>> note = () ->
                Optional.ofNullable(note(Map.of(batch, groups), groups.keySet()).get(batch));
        try {
            return work.transaction().join("an acknowledgement", () -> {
                Optional<LockedBatch> locked = work.lockFree(batch);
                if (locked.isEmpty()) {
                    boolean again = attempt < (work.read(batch).sealed() ? TRIES_IF_SEALED : TRIES_IF_OPEN);
                    return again ? Optional.empty() : note.get();
                }
                check(batch, groups);
                return Optional.of(fold(locked.get(), groups));
            });
        } catch (HeldJobException e) {
            return work.transaction().join("an acknowledgement", note);
        } catch (RuntimeException e) {
            if (attempt < TRIES_IF_SEALED && TransientFailure.isCollision(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Stores acknowledgements and writes no shared row, since the caller's transaction may stay open for long. Marks groups after the commit. */
    private Map<Long, BatchStatus> note(Map<Long, Map<Long, Set<Integer>>> batches, Collection<Long> marked) {
        batches.forEach((batch, groups) -> {
            work.read(batch);
            check(batch, groups);
        });
        Map<Long, BatchStatus> statuses = new TreeMap<>();
        batches.forEach((batch, groups) -> {
            groups.forEach((group, items) -> {
                if (!items.isEmpty()) {
                    work.store().append(AckKind.DONE, group, items);
                }
            });
            statuses.put(batch, work.status(batch));
        });
        work.reducer().dirty().markAfterCommit(marked);
        return statuses;
    }

    private static List<Long> groups(Map<Long, Map<Long, Set<Integer>>> batches) {
        return batches.values().stream().map(Map::keySet).flatMap(Set::stream).toList();
    }

    private BatchStatus fold(LockedBatch batch, Map<Long, Set<Integer>> groups) {
        Folded folded = work.reducer().fold(batch, groups.keySet(), groups);
        work.announce(batch.id(), folded);
        return work.status(batch.id()).completed(folded.completed());
    }

    private void check(long batch, Map<Long, ? extends Collection<Integer>> groups) {
        Map<Long, Membership> known = work.store().memberships(groups.keySet());
        known.values().removeIf(group -> group.batch() != batch);
        groups.forEach((group, items) -> {
            Membership there = known.get(group);
            for (int item : items) {
                if (there == null || item >= there.size()) {
                    throw new InvalidItemException("The batch " + batch + " has no item "
                            + new ItemId(batch, group, item)
                            + (there == null
                                    ? "; a transaction that is not READ COMMITTED does not see one that was added since it began to read, and is to be repeated"
                                    : "; those of this group go to " + (there.size() - 1)));
                }
            }
        });
    }

    /** The parsed id of an item. */
    private record ItemId(long batch, long group, int index) {

        private static final Pattern FORM =
                Pattern.compile("([1-9][0-9]{0,17}):([1-9][0-9]{0,17}):(0|[1-9][0-9]{0,4})");

        /** Parses an id. The text comes from outside of Baton and is not trusted. */
        static ItemId parse(@Nullable String text) {
            if (text == null) {
                throw new InvalidItemException("An item of a batch is named as batch:group:index, not null");
            }
            Matcher parts = FORM.matcher(text);
            if (!parts.matches()) {
                String shown = text.length() > 60 ? "by " + text.length() + " characters" : "\"" + text + "\"";
                throw new InvalidItemException("An item of a batch is named as batch:group:index, not " + shown);
            }
            return new ItemId(
                    Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), Integer.parseInt(parts.group(3)));
        }

        @Override
        public String toString() {
            return batch + ":" + group + ":" + index;
        }
    }

    /** A batch that was opened by its key, and whether this call created it. */
    public record OpenedBatch(Batch batch, boolean created) {}
}
