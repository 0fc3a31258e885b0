package io.baton.testing.memory;

import io.baton.testing.memory.PermitRow.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Rows of limits and permits as time or a hand would have made them, for tests that cannot wait. */
public record PermitsByHand(MemoryDatabase database) {

    /** So much time has passed for all rates, or was turned back. */
    public void pass(Duration time) {
        changeLimits(row -> row.filledAt() == null ? row : row.at(row.filledAt().minus(time), row.usedAt()));
    }

    /** Nobody has used any limit since then. */
    public void usedAt(Instant then) {
        changeLimits(row -> row.at(row.filledAt(), then));
    }

    private void changeLimits(UnaryOperator<LimitRow> change) {
        database.run(() -> {
            database.limits.all().forEach(row -> database.limits.put(row.name(), change.apply(row)));
            return null;
        });
    }

    /** These jobs are no more, and what they held is left. */
    public void removeJobs(Collection<Long> ids) {
        database.run(() -> {
            ids.forEach(database.jobs::remove);
            return null;
        });
    }

    /** The permits of a job are those of another. */
    public void leaveTo(long id, long job) {
        database.run(() -> {
            MemoryPermitRows rows = new MemoryPermitRows(database);
            rows.put(id, rows.of(job));
            database.permits.remove(job);
            return null;
        });
    }

    /** The job waits for nothing. */
    public void sleep(long id) {
        database.run(() -> {
            MemoryPermitRows rows = new MemoryPermitRows(database);
            rows.put(id, rows.of(id).each(PermitRow::asleep));
            return null;
        });
    }

    /** The job has no permits. */
    public void remove(long id) {
        database.run(() -> {
            database.permits.remove(id);
            return null;
        });
    }

    /** The numbers of the states of a job's permits, by the names of their limits. */
    public Map<String, Integer> of(long id) {
        Map<String, Integer> states = new TreeMap<>();
        database.run(() -> {
            new MemoryPermitRows(database)
                    .of(id)
                    .rows()
                    .forEach(row -> states.put(row.name(), row.state().number()));
            return null;
        });
        return states;
    }

    /** How many permits of a limit are held, by their rows. */
    public long held(String name) {
        return all().stream().filter(job -> job.has(name, State.HELD)).count();
    }

    /** How many permits there are in any state. */
    public long count() {
        return all().stream().mapToLong(job -> job.rows().size()).sum();
    }

    private List<JobPermits> all() {
        return List.copyOf(database.permits().permits().values());
    }
}
