package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.Rate;
import io.baton.job.Ties;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what a hand left, in bounded portions. */
record MemoryRepairs(MemoryDatabase database) {

    private static final Duration IDLE = Duration.ofHours(1);

    List<String> awaited(String after, int limit) {
        return database.permits.all().stream()
                .flatMap(job -> job.rows().stream())
                .filter(permit -> permit.is(State.WAITING) && permit.name().compareTo(after) > 0)
                .map(PermitRow::name)
                .distinct()
                .sorted()
                .limit(limit)
                .toList();
    }

    Repaired removeForgotten(long after, int limit) {
        List<Long> portion = portion(database.permits.seen().keySet(), after, limit);
        List<Long> forgotten = portion.stream()
                .filter(database.permits::isFree)
                .filter(this::needsNone)
                .toList();
        Set<String> dirty = new TreeSet<>();
        forgotten.forEach(id -> dirty.addAll(new MemoryPermitRows(database).remove(id)));
        return new Repaired(last(portion, limit), forgotten.size(), dirty);
    }

    private boolean needsNone(long id) {
        JobRow row = database.jobs.get(id);
        return row == null || !row.ties.limited();
    }

    Repaired wakeForgotten(long after, int limit) {
        List<Long> portion = portion(database.jobs.seen().keySet(), after, limit);
        MemoryPermitRows permits = new MemoryPermitRows(database);
        List<JobRow> forgotten = portion.stream()
                .map(database.jobs::get)
                .filter(row -> row.state == JobState.BLOCKED && row.ties.limited() && !row.ties.has(Ties.AWAITS))
                .filter(row -> !permits.of(row.id).any(State.WAITING) && database.jobs.isFree(row.id))
                .toList();
        Set<String> dirty = new TreeSet<>();
        for (JobRow row : forgotten) {
            dirty.addAll(permits.beginAnew(row.id));
            if (permits.of(row.id).rows().isEmpty()) {
                database.jobs.put(row.id, row.with(free -> free.state = JobState.READY));
            }
        }
        return new Repaired(last(portion, limit), forgotten.size(), dirty);
    }

    private static List<Long> portion(Set<Long> ids, long after, int limit) {
        return ids.stream().filter(id -> id > after).limit(limit).toList();
    }

    private static @Nullable Long last(List<Long> portion, int limit) {
        return portion.size() < limit ? null : portion.get(limit - 1);
    }

    int removeIdle(int limit) {
        Instant longAgo = database.now().minus(IDLE);
        List<String> idle = database.limits.all().stream()
                .filter(row -> row.own() == null && !Names.family(row.name()).equals(row.name()))
                .filter(row -> row.usedAt().isBefore(longAgo) && isFull(row) && isUnused(row.name()))
                .map(LimitRow::name)
                .limit(limit)
                .toList();
        idle.forEach(database.limits::remove);
        return idle.size();
    }

    private boolean isFull(LimitRow row) {
        Rate rate = new MemoryLimits(database).rate(row.name());
        return rate == null || MemoryBucket.of(row, rate, database.now(), 0).isFull();
    }

    private boolean isUnused(String name) {
        Predicate<JobPermits> uses = job -> job.has(name, State.WAITING) || job.has(name, State.HELD);
        return database.permits.all().stream().noneMatch(uses);
    }
}
