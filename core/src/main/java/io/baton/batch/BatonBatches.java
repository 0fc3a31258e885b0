package io.baton.batch;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchStatus;
import io.baton.Batches;
import io.baton.InvalidItemException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;

/** The bean {@link Batches}. */
public record BatonBatches(BatchWork work) implements Batches {

    /** The most items that are acknowledged at once. */
    public static final int MOST_ACKS = 10_000;

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

    @Override
    public List<BatchStatus> ack(Collection<String> items) {
        if (items.size() > MOST_ACKS) {
            throw new InvalidItemException(
                    items.size() + " items cannot be acknowledged at once; name up to " + MOST_ACKS);
        }
        return new Acknowledging(work).ack(items);
    }

    /**
     * A batch that was opened by its key.
     *
     * @param created whether this call created the batch
     */
    public record OpenedBatch(Batch batch, boolean created) {}
}
