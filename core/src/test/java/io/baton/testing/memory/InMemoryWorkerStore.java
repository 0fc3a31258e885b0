package io.baton.testing.memory;

import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The workers' rows in memory. Not final, so that a mutant of it can show that somebody would notice. */
public class InMemoryWorkerStore implements WorkerStore {

    private static final Duration NAME_KEPT_FOR = Duration.ofDays(7);

    private final MemoryDatabase database;

    /** A store in this database. */
    public InMemoryWorkerStore(MemoryDatabase database) {
        this.database = database;
    }

    /** The compare of the compare-and-set: whether a worker has been silent since it was seen. */
    protected boolean isSilentSince(WorkerRow row, Instant beat) {
        return row.seenAt().equals(beat);
    }

    @Override
    public long register(WorkerInfo info) {
        return database.joined(() -> {
            long id = database.workers.nextId();
            database.workers.insert(id, new WorkerRow(id, info, database.now(), database.now(), false, false, false));
            return id;
        });
    }

    @Override
    public boolean heartbeat(long workerId) {
        return database.joined(() -> {
            WorkerRow row = database.workers.get(workerId);
            if (row == null || row.dead()) {
                return false;
            }
            database.workers.put(workerId, row.seenAt(database.now()));
            return true;
        });
    }

    @Override
    public void deregister(long workerId, boolean orderly) {
        database.joined(() -> {
            WorkerRow row = database.workers.get(workerId);
            if (row != null && !row.dead()) {
                database.workers.put(workerId, row.ofDead(orderly));
            }
            return null;
        });
    }

    @Override
    public List<SeenWorker> living() {
        return database.joined(() -> database.workers.all().stream()
                .filter(row -> !row.dead())
                .map(row -> new SeenWorker(
                        row.id(), row.info().name(), row.seenAt(), row.info().deadAfter()))
                .toList());
    }

    @Override
    public boolean declareDead(SeenWorker lastSeen) {
        return database.joined(() -> {
            WorkerRow row = database.workers.get(lastSeen.id());
            if (row == null
                    || row.dead()
                    || !isSilentSince(row, lastSeen.heartbeat())
                    || !database.workers.isFree(row.id())) {
                return false;
            }
            database.workers.put(row.id(), row.ofDead(false));
            return true;
        });
    }

    @Override
    public List<Long> dead(int limit) {
        return database.joined(() -> database.workers.all().stream()
                .filter(this::isDeadHolder)
                .map(WorkerRow::id)
                .limit(limit)
                .toList());
    }

    private boolean isDeadHolder(WorkerRow row) {
        return row.dead() && !row.released() && holds(row.id());
    }

    private boolean holds(long workerId) {
        return database.jobs.all().stream().anyMatch(job -> job.isHeldBy(workerId));
    }

    @Override
    public int forget(int limit) {
        return database.joined(() -> {
            database.workers.all().stream()
                    .filter(row -> row.dead() && !row.released() && !holds(row.id()))
                    .limit(limit)
                    .filter(row -> database.workers.isFree(row.id()))
                    .toList()
                    .forEach(row -> database.workers.put(row.id(), row.asReleased()));
            Instant longAgo = database.now().minus(NAME_KEPT_FOR);
            List<Long> forgotten = database.workers.all().stream()
                    .filter(row -> row.dead() && !row.seenAt().isAfter(longAgo) && !holds(row.id()))
                    .map(WorkerRow::id)
                    .limit(limit)
                    .filter(database.workers::isFree)
                    .toList();
            forgotten.forEach(database.workers::remove);
            return forgotten.size();
        });
    }

    @Override
    public Set<String> queuesServed() {
        return database.joined(() -> database.workers.all().stream()
                .filter(row -> !row.dead())
                .flatMap(row -> row.info().queues().stream())
                .collect(Collectors.toSet()));
    }

    @Override
    public boolean presentFor(Duration time) {
        Duration lately = time.compareTo(Duration.ofMinutes(1)) > 0 ? time : Duration.ofMinutes(1);
        return database.joined(() -> database.workers.all().stream()
                .anyMatch(row -> !row.startedAt().isAfter(database.now().minus(time))
                        && row.seenAt().isAfter(database.now().minus(lately))));
    }
}
