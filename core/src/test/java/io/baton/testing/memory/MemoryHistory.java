package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.job.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
        return purge(JobState.COMPLETED, terms.completed(), limit)
                + purge(JobState.CANCELLED, terms.cancelled(), limit);
    }

    private int purge(JobState state, @Nullable Duration term, int limit) {
        if (term == null) {
            return 0;
        }
        List<Long> gone = database.history.all().stream()
                .filter(row -> row.state() == state && isOver(row.endedAt(), term))
                .map(row -> row.last().id)
                .limit(limit)
                .toList();
        gone.forEach(database.history::remove);
        return gone.size();
    }

    /** Dead jobs that were kept for so long. */
    List<JobRow> longDead(@Nullable Duration term, int limit) {
        return term == null
                ? List.of()
                : database.jobs.all().stream()
                        .filter(row -> row.state == JobState.DEAD && isOver(row.diedAt, term))
                        .limit(limit)
                        .toList();
    }

    private boolean isOver(@Nullable Instant ended, Duration term) {
        return ended != null && !ended.isAfter(database.now().minus(term));
    }
}
