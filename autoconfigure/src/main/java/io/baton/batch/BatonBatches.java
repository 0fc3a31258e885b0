package io.baton.batch;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchStatus;
import io.baton.Batches;
import io.baton.InvalidItemException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The bean that applications inject. */
public final class BatonBatches implements Batches {

    private static final int MOST_ACKS = 10_000;

    private final BatchWork work;
    private final Acknowledging acknowledging;

    /** Creates the bean. */
    public BatonBatches(BatchWork work) {
        this.work = work;
        this.acknowledging = new Acknowledging(work);
    }

    @Override
    public Batch open() {
        return new OpenBatch(work, work.transaction().join(work.store()::make));
    }

    @Override
    public Batch open(String key) {
        String checked = BatchKeys.checked(key);
        return new OpenBatch(work, work.transaction().join(() -> work.store().make(checked)));
    }

    @Override
    public Optional<Batch> find(BatchId id) {
        return work.transaction()
                .read(() -> work.store().status(id.value()))
                .map(found -> new OpenBatch(work, id.value()));
    }

    @Override
    public Optional<Batch> find(String key) {
        return work.transaction().read(() -> work.store().find(key)).map(id -> new OpenBatch(work, id));
    }

    @Override
    public List<BatchStatus> ack(Collection<String> items) {
        if (items.size() > MOST_ACKS) {
            throw new InvalidItemException(
                    items.size() + " items cannot be acknowledged at once; name up to " + MOST_ACKS);
        }
        return acknowledging.ack(items.stream().map(ItemId::parse).toList());
    }
}
