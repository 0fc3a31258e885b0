package io.baton.job;

import static java.util.Objects.requireNonNull;

import io.baton.JobFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Claims and settles as a worker does. */
final class StoreClaim implements BatchClaimer {

    private final StoreOnDatabase database;
    private final Map<Long, Fence> fences = new ConcurrentHashMap<>();

    StoreClaim(StoreOnDatabase database) {
        this.database = database;
    }

    @Override
    public List<Long> claim(int limit) {
        List<ClaimedJob> claimed = database.claim(limit);
        claimed.forEach(job -> fences.put(job.id(), job.fence()));
        return claimed.stream().map(ClaimedJob::id).toList();
    }

    @Override
    public void finish(List<Long> ids) {
        List<Settlement> open = new ArrayList<>();
        ids.forEach(
                id -> open.add(new Settlement(requireNonNull(fences.get(id)), Outcome.Completed.PLAIN, false, null)));
        while (!open.isEmpty()) {
            Map<Fence, Settled> settled = database.store.settle(open);
            if (settled.containsValue(Settled.FENCED)) {
                throw new AssertionError("a job was taken from its claimer: " + settled);
            }
            open.removeIf(settlement -> settled.get(settlement.fence()) == Settled.DONE);
        }
    }

    @Override
    public boolean drained() {
        return !database.store.anyUnfinished(JobFilter.all());
    }
}
