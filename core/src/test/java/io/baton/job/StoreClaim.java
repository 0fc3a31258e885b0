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
    private final JobStore store;
    private final Map<Long, Fence> fences = new ConcurrentHashMap<>();

    StoreClaim(StoreOnDatabase database) {
        this(database, database.store);
    }

    /** Does so through another store on the same database. */
    StoreClaim(StoreOnDatabase database, JobStore store) {
        this.database = database;
        this.store = store;
    }

    @Override
    public List<Long> claim(int limit) {
        List<ClaimedJob> claimed = store.claim(database.wish("q", limit)).jobs();
        claimed.forEach(job -> fences.put(job.id(), job.fence()));
        return claimed.stream().map(ClaimedJob::id).toList();
    }

    @Override
    public void finish(List<Long> ids) {
        List<Settlement> open = new ArrayList<>();
        ids.forEach(id -> open.add(new Settlement(requireNonNull(fences.get(id)), Outcome.Completed.PLAIN)));
        while (!open.isEmpty()) {
            Map<Fence, Settled> settled = store.settle(open);
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
