package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.Rate;
import io.baton.permit.Admitted;
import io.baton.testing.memory.MemoryView.Line;
import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** One admission, statement by statement: locks the rows of the limits first, and then reads what is held. */
final class MemoryAdmission {

    private final InMemoryPermitStore store;
    private final MemoryDatabase database;
    private final MemoryLimits limits;
    private final MemoryPermitRows permits;
    private final Set<String> queues;
    private final int most;
    private final Set<String> ready = new TreeSet<>();
    private final Set<String> further = new TreeSet<>();
    private final Set<String> busy = new TreeSet<>();
    private final Set<String> otherQueues = new TreeSet<>();
    private final Map<String, Duration> later = new TreeMap<>();
    private int given;

    MemoryAdmission(InMemoryPermitStore store, MemoryDatabase database, Set<String> queues, int most) {
        this.store = store;
        this.database = database;
        this.limits = new MemoryLimits(database);
        this.permits = new MemoryPermitRows(database);
        this.queues = queues;
        this.most = most;
    }

    Admitted admit(Collection<String> names) {
        MemoryView beforeLocks = store.statement(database::view);
        List<String> locked = new TreeSet<>(names).stream().filter(this::lock).toList();
        for (String name : locked) {
            MemoryBucket bucket = store.statement(() -> bucket(name));
            int free = bucket != null ? bucket.free() : store.statement(() -> room(name, beforeLocks));
            int jobs = give(name, free);
            given += jobs;
            if (bucket != null) {
                MemoryBucket left = bucket.less(jobs);
                if (jobs > 0 || left.isTurnedBack()) {
                    store.statement(() -> write(name, left));
                }
                keepWaiting(name, left);
            }
        }
        return new Admitted(given, ready, further, busy, otherQueues, later);
    }

    /** Locks the row of a limit, however long that takes; that of a key is made when it is needed first, and whenever it has gone. */
    private boolean lock(String name) {
        while (true) {
            try {
                return store.statement(() -> lockNow(name));
            } catch (CannotAcquireLockException held) {
                store.awaitLock(held);
            }
        }
    }

    private boolean lockNow(String name) {
        if (!limits.isThere(name) && database.view().isAwaited(name)) {
            limits.makeKey(name);
        }
        if (limits.isThere(name)) {
            database.limits.lock(name);
        }
        return limits.isThere(name);
    }

    private int room(String name, MemoryView beforeLocks) {
        MemoryView seen = store.countsWithTheLock() ? beforeLocks : database.view();
        Integer capacity = limits.capacity(name);
        return (capacity == null ? 0 : capacity) - seen.held(name);
    }

    private @Nullable MemoryBucket bucket(String name) {
        Rate rate = Names.isRate(name) ? limits.rate(name) : null;
        LimitRow row = database.limits.get(name);
        return rate == null || row == null
                ? null
                : MemoryBucket.of(row, rate, database.now(), database.view().unstarted(name));
    }

    private boolean write(String name, MemoryBucket left) {
        LimitRow row = store.usesRates() ? database.limits.get(name) : null;
        if (row != null) {
            database.limits.put(name, row.filled(left.permits(), left.moment()));
        }
        return row != null;
    }

    private int give(String name, int free) {
        int wanted = Math.min(free, most);
        if (wanted <= 0) {
            return 0;
        }
        List<Line> line = store.statement(() -> database.view().waiting(name, queues));
        int jobs = store.statement(() -> give(name, line, wanted));
        if (jobs == wanted) {
            if (free > most) {
                further.add(name);
            }
        } else if (!store.statement(() -> isAwaitedHere(name)).isEmpty()) {
            busy.add(name);
        } else if (store.statement(() -> database.view().isAwaited(name))) {
            otherQueues.add(name);
        }
        return jobs;
    }

    private List<Line> isAwaitedHere(String name) {
        return database.view().waiting(name, queues);
    }

    /** What was read before is read again under the locks of the jobs' rows; whose rows somebody holds are passed over. */
    private int give(String name, List<Line> line, int wanted) {
        int jobs = 0;
        for (Line waiting : line) {
            JobRow row = database.jobs.get(waiting.job());
            if (jobs < wanted && row != null && isBlocked(row) && database.jobs.isFree(row.id)) {
                database.jobs.lock(row.id);
                if (permits.of(row.id).has(name, State.WAITING)) {
                    give(name, row);
                    jobs++;
                }
            }
        }
        return jobs;
    }

    private static boolean isBlocked(JobRow row) {
        return row.state == JobState.BLOCKED && row.ties.limited();
    }

    private void give(String name, JobRow row) {
        JobPermits held = permits.of(row.id).only(name, PermitRow::held);
        Optional<PermitRow> next = held.rows().stream()
                .filter(permit -> permit.name().equals(name))
                .findAny()
                .flatMap(held::next);
        if (next.isPresent()) {
            permits.put(row.id, held.only(next.get().name(), PermitRow::waiting));
            further.add(next.get().name());
        } else {
            permits.put(row.id, held);
            database.jobs.put(row.id, row.with(admitted -> admitted.state = JobState.READY));
            ready.add(row.queue());
        }
    }

    private void keepWaiting(String name, MemoryBucket left) {
        if (left.free() > 0) {
            return;
        }
        if (store.statement(() -> isAwaitedHere(name)).isEmpty()) {
            if (store.statement(() -> database.view().isAwaited(name))) {
                otherQueues.add(name);
            }
        } else if (left.isHeldUp()) {
            keepWaitingForOthers(name, left);
        } else {
            later.put(name, left.untilNext());
        }
    }

    private void keepWaitingForOthers(String name, MemoryBucket left) {
        Set<String> sentBack =
                left.isStuck() ? store.statement(() -> new MemoryHeldPermits(database).moveToEnd(name)) : Set.of();
        if (sentBack.isEmpty()) {
            busy.add(name);
        } else {
            further.add(name);
            further.addAll(sentBack);
        }
    }
}
