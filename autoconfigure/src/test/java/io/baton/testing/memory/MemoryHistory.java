package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.job.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where jobs go that have ended, and how they go from there. */
record MemoryHistory(MemoryDatabase database, Retention retention) {

    void move(JobRow row, JobState state, @Nullable String result) {
        if (retention.keeps(state)) {
            String small = result == null || result.length() > retention.resultMaxSize() ? null : result;
            database.history.put(row.id, new EndedRow(row, state, database.now(), small));
        }
        database.jobs.remove(row.id);
    }

    int purge(Retention terms, int limit) {
        return purgeEnded(JobState.COMPLETED, terms.completed(), limit)
                + purgeEnded(JobState.CANCELLED, terms.cancelled(), limit)
                + purgeDead(terms.dead(), limit);
    }

    private int purgeEnded(JobState state, @Nullable Duration term, int limit) {
        return term == null
                ? 0
                : remove(
                        database.history.all().stream()
                                .filter(row -> row.state() == state && isOver(row.endedAt(), term))
                                .map(row -> row.last().id),
                        limit,
                        database.history::remove);
    }

    private int purgeDead(@Nullable Duration term, int limit) {
        return term == null
                ? 0
                : remove(
                        database.jobs.all().stream()
                                .filter(row -> row.state == JobState.DEAD && isOver(row.diedAt, term))
                                .map(row -> row.id),
                        limit,
                        database.jobs::remove);
    }

    private boolean isOver(@Nullable Instant ended, Duration term) {
        return ended != null && !ended.isAfter(database.now().minus(term));
    }

    private static int remove(Stream<Long> ids, int limit, LongConsumer remove) {
        List<Long> gone = ids.limit(limit).toList();
        gone.forEach(remove::accept);
        return gone.size();
    }
}
